/** Writes all bytes; `writeSync` of a pipe may take a part of them. */
export function writeAll(
  output: { writeSync(bytes: Uint8Array): number },
  bytes: Uint8Array,
): void {
  for (let at = 0; at < bytes.length;) at += output.writeSync(bytes.subarray(at));
}
