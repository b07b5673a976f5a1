/** Size of colour profiles. */
import type { Buffer } from "node:buffer";
import { inflateSync } from "node:zlib";

/** Maximum size of a colour profile, in bytes: those of printing presses, the largest, have as much. */
export const MAX_PROFILE_BYTES = 1 << 20;

/** Returns whether a profile that is compressed with zlib is of a sane size. Inflates no more. */
export function isSaneProfile(compressed: Buffer): boolean {
  try {
    inflateSync(compressed, { maxOutputLength: MAX_PROFILE_BYTES });
    return true;
  } catch {
    return false; // too large, or damaged, which libpng would ignore
  }
}
