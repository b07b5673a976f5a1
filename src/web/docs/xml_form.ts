/** The XML form of the customers' API in its reference. */
import type { OpenApi, PathItem } from "../../contract/openapi.ts";
import { writeXml } from "../../xml/writer.ts";

const PATH = "/api/v2/xml";

/** Returns the operation that performs actions in XML, with its method and path. */
export function xmlEndpoint({ paths }: OpenApi) {
  const { description = "" } = (paths[PATH] as PathItem).post!;
  return { method: "POST", path: PATH, description };
}

/** Writes an example of a request for readers. */
export function exampleInXml(body: unknown): string {
  return writeXml("request", body as object, { isIndented: true });
}
