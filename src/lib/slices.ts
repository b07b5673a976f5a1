/** Bytes in slices: work on a slice holds the event loop for some two milliseconds. */

/** Size of a slice, in bytes. A multiple of 4, so that slices of base64 end between its groups. */
export const SLICE_BYTES = 1 << 20;

/** Yields bytes in slices of SLICE_BYTES, without a copy. */
export function* slicesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) yield bytes.subarray(at, at + SLICE_BYTES);
}
