/** Reader of openapi.yaml. */
import { parse } from "npm:yaml@2.9.1";
import { withConnectors } from "./connectors.ts";
import { Document } from "./document.ts";

/** Parses an OpenAPI document in YAML, and derives the schemas of connectors. */
export function parseDocument(yaml: string): Document {
  return new Document({ ...withConnectors(parse(yaml)) });
}
