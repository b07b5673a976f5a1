/**
 * UUIDs of version 7 (RFC 9562): the time in milliseconds, a counter of 26 bits that begins at random
 * in each millisecond (section 6.2, method 1), and 48 random bits. Those of a process grow, also while
 * the clock stands still or is set back.
 */

export interface UuidOptions {
  /** Returns the time, in milliseconds since the epoch. */
  now(): number;
  /** Returns a UUID of version 4, the source of random digits. */
  random(): string;
}

/** Maximum counter. */
const COUNTER_MAX = 2 ** 26 - 1;

/** Hexadecimal digits by octet. */
const HEX = Array.from({ length: 0x100 }, (_, octet) => octet.toString(16).padStart(2, "0"));

/** Creates a generator; its function writes a UUID with `dash` between the groups of digits. */
export function createUuids(
  { now, random }: UuidOptions = { now: Date.now, random: () => crypto.randomUUID() },
): (dash: "-" | "") => string {
  let latest = -1;
  let counter = COUNTER_MAX;
  /** Time as hexadecimal digits. */
  let high = "";
  let low = "";

  function begin(ms: number): void {
    latest = ms;
    counter = parseInt(random().slice(0, 8), 16) >>> 6;
    const digits = ms.toString(16).padStart(12, "0");
    high = digits.slice(0, 8);
    low = digits.slice(8);
  }

  return (dash) => {
    const ms = now();
    if (ms > latest) begin(ms);
    else if (counter < COUNTER_MAX) counter++;
    else begin(latest + 1);
    const third = hexOf(0x7000 | counter >>> 14);
    const fourth = hexOf(0x8000 | counter & 0x3fff);
    return high + dash + low + dash + third + dash + fourth + dash + random().slice(24);
  };
}

/** Writes a number of 16 bits. */
function hexOf(value: number): string {
  return HEX[value >>> 8]! + HEX[value & 0xff]!;
}

/** Reads the time of a UUID of version 7, with dashes: milliseconds since the epoch. */
export function timeOfUuid(uuid: string): number {
  return parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);
}
