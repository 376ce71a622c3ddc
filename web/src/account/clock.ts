/** Minutes of a day as a clock shows them, and back. */
export const shown = (minutes: number | null): string =>
  minutes === null
    ? ''
    : `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

export function minutes(text: string): number | null {
  const found = /^(\d{1,2}):(\d{2})/.exec(text);
  return found ? Number(found[1]) * 60 + Number(found[2]) : null;
}
