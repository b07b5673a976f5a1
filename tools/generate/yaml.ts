/** openapi.yaml as text. */
import { parse } from "npm:yaml@2.9.1";
import { Document } from "./document.ts";

/** Parses a document. */
export function parseDocument(yaml: string): Document {
  return new Document(parse(yaml));
}
