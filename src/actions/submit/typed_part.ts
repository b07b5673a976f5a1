/** Parts that do not say what they are: real VASPs leave the Content-Type out. */
import { extensionIn, mediaTypeOfExtension } from "../../core/media/media_types.ts";
import { typeOfContent } from "../../core/media/untyped_content.ts";
import type { Part } from "../../mime/reader.ts";
import { type Echo, Mm7Error } from "../../mm7/status.ts";

/**
 * Returns the part with a Content-Type: its own, else that of its content, else that of its name.
 *
 * @throws Mm7Error 2514
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
  const found = [location, name, contentId].map((each) =>
    mediaTypeOfExtension(extensionIn(each) ?? "")
  );
  return found.find((each) => each !== null)?.type ?? null;
}
