/** Emits `src/generated/postback.ts` (spec 6). */
import type { Document } from "./document.ts";
import { TypeEmitter } from "./types.ts";

/** Emits types only: the service writes postbacks and never reads them. */
export function emitPostback(document: Document): string {
  const codes = document.webhooks.map(({ path }) => path);
  const types = new TypeEmitter(document);
  const rows = codes.map((code) => `  ${code}: ${types.named(schemaOf(code))};`);
  return `/** Types of postback bodies (spec 6), by code. */

/** Postback codes in the order of the spec's table (6.1). */
export const POSTBACK_CODES = ${JSON.stringify(codes)} as const;
export type PostbackCode = typeof POSTBACK_CODES[number];

${types.declarations()}

export interface Postbacks {
${rows.join("\n")}
}
`;
}

function schemaOf(code: string): string {
  return `Postback${code}`;
}
