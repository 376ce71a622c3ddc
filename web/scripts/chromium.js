// Where a Chromium for the tests is that needs no installation: unpacked once, under TMPDIR.
import chromium from '@sparticuz/chromium';

console.log(await chromium.executablePath());
