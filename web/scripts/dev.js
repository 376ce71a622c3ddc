/** What `make dev` runs: the server, begun anew when a Python file or a text of it changes, and Vite in front of it,
 * which shows every change of the page at once. */
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const options = { cwd: root, stdio: 'inherit' };
const serve = [
  '-m',
  'intrigue',
  'serve',
  '--port',
  '8765',
  '--data',
  'build/dev',
  ...process.argv.slice(2),
];
let server;
let pause;
let ending = false;

function start() {
  server = spawn(join(root, '.venv/bin/python'), serve, options);
  server.on('exit', (status) => {
    // stopped by us, for another; or a mistake in the code, which the next change may mend
    if (!ending && status === 0) start();
    else if (!ending) console.log('The server has ended. It starts again with the next change.');
  });
}

watch(join(root, 'src/intrigue'), { recursive: true }, (_, file) => {
  if (!/\.(py|toml|md)$/.test(file ?? '')) return;
  clearTimeout(pause); // an editor writes several files at once
  pause = setTimeout(() => (server.exitCode === null ? server.kill('SIGTERM') : start()), 300);
});

start();
const vite = spawn(process.execPath, ['node_modules/vite/bin/vite.js', '--host', 'localhost'], {
  ...options,
  cwd: join(root, 'web'),
});
vite.on('exit', end);
process.on('SIGINT', end);
process.on('SIGTERM', end);

function end() {
  ending = true;
  server.kill('SIGTERM');
  vite.kill('SIGTERM');
}
