/** MessageIDs of MMSCs, which write one in a response and another in the report on it. */

/** Returns a MessageID without the angle brackets that an MMSC may add or drop. */
export function plainMessageId(id: string): string {
  return /^<(.+)>$/s.exec(id)?.[1] ?? id;
}
