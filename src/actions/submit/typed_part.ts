/** Parts without a Content-Type, which real VASPs omit. */
import { extensionIn, isSmilType, mediaTypeOfExtension } from "../../core/media/media_types.ts";
import { typeOfContent } from "../../core/media/untyped_content.ts";
import type { Part } from "../../mime/reader.ts";

/**
 * Returns the part with a Content-Type: its own, else detected from its content, else from its
 * name; null if it is none of a known type.
 */
export function typed(part: Part): Part | null {
  if (part.headers.has("content-type")) return part;
  const type = typeOfContent(part.content) ?? typeOfName(part);
  if (type === null) return null;
  const isText = type.startsWith("text/") || isSmilType(type);
  const header = isText ? `${type}; charset=utf-8` : type;
  return { ...part, type, headers: new Map([...part.headers, ["content-type", header]]) };
}

function typeOfName({ location, name, contentId }: Part): string | null {
  const types = [location, name, contentId].map((fileName) =>
    mediaTypeOfExtension(extensionIn(fileName) ?? "")
  );
  return types.find((type) => type !== null)?.type ?? null;
}
