/**
 * Flags of V8 for the program. A message allocates some 100 KB in passing; with a young generation of
 * 16 MB, V8's default, collecting it takes a tenth of the processor time under load. It grows to this
 * size only then.
 */
export const V8_FLAGS: readonly string[] = ["--v8-flags=--max-semi-space-size=64"];
