/** Durations in sentences for an operator. */

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** Writes a duration by its two largest units; less than a minute by its seconds. */
export function durationText(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  if (minutes < 1) return `${Math.floor(ms / SECOND_MS)} s`;
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} days ${hours % 24} h`;
}
