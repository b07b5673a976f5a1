/** Emits `src/generated/postback.ts` and `postback_schemas.ts` (spec 6). */
import type { Document } from "./document.ts";
import { TypeEmitter } from "./types.ts";
import { ZodEmitter } from "./zod.ts";

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

export function emitPostbackSchemas(document: Document): string {
  const zod = new ZodEmitter(document, "response");
  const rows = document.webhooks.map(({ path }) => `  ${path}: ${zod.declare(schemaOf(path))},`);
  return `/** Postback bodies as zod schemas, for tests and for receivers. */
import { z } from "zod";
import type { PostbackCode } from "./postback.ts";

${zod.declarations(() => false)}

export const postbackSchemas = {
${rows.join("\n")}
} satisfies Record<PostbackCode, z.ZodType>;
`;
}

function schemaOf(code: string): string {
  return `Postback${code}`;
}
