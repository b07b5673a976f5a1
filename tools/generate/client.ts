/** Emits `src/client/generated.ts`: one typed method per action. */
import { comment } from "./comment.ts";
import type { Document } from "./document.ts";
import { isFile } from "./json.ts";
import { TypeEmitter } from "./types.ts";

export function emitClient(document: Document): string {
  const types = new TypeEmitter(document);
  const methods = document.actions().map(({ action, name, schema }) => {
    const request = types.named(name, ["action"]);
    const file = isFile(schema);
    const response = file ? "FileResponse" : types.named(schema["x-success"]!);
    const send = file ? "postForFile" : "postForJson";
    return `${comment(schema.description)}${action}(
  request: ${request}, options?: CallOptions
): Promise<${response}> {
  return this.${send}("${action}", request, options);
}`;
  });
  return `/** Actions as methods; fields keep their wire names (spec 4.3 to 4.8). */
import { type CallOptions, type FileResponse, Transport } from "./transport.ts";

${types.declarations()}

/** Client of a slidepost service, with the API key of one account. */
export class Client extends Transport {
${methods.join("\n\n")}
}
`;
}
