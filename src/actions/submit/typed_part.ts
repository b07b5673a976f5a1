/** Parts without a Content-Type, which real VASPs omit. */
import { extensionIn, mediaTypeOfExtension } from "../../core/media/media_types.ts";
import { typeOfContent } from "../../core/media/untyped_content.ts";
import type { Part } from "../../mime/reader.ts";
import { type Echo, Mm7Error } from "../../mm7/status.ts";

/**
 * Returns the part with a Content-Type: its own, else detected from its content, else from its
 * name.
 *
 * @throws {Mm7Error} 2514
 */
export function typed(part: Part, echo: Echo): Part {
  if (part.headers.has("content-type")) return part;
  const type = typeOfContent(part.content) ?? typeOfName(part);
  if (type === null) {
    const details = `part ${part.place} has no Content-Type, and is neither UTF-8 nor a known file`;
    throw new Mm7Error("attachmentTypeInvalid", details, echo);
  }
  const isText = type.startsWith("text/") || type === "application/smil";
  const header = isText ? `${type}; charset=utf-8` : type;
  return { ...part, type, headers: new Map([...part.headers, ["content-type", header]]) };
}

function typeOfName({ location, name, contentId }: Part): string | null {
  const types = [location, name, contentId].map((fileName) =>
    mediaTypeOfExtension(extensionIn(fileName) ?? "")
  );
  return types.find((type) => type !== null)?.type ?? null;
}
