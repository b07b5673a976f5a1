/** Reader of openapi.yaml. */
import { parse } from "npm:yaml@2.9.1";
import { Document } from "./document.ts";

/** Parses an OpenAPI document in YAML. */
export function parseDocument(yaml: string): Document {
  return new Document(parse(yaml));
}
