/** Names of files that others have named: safe in file systems, addresses and on terminals. */
import { extensionOf } from "./media_types.ts";
import { receivedExtensionOf } from "./received_types.ts";

/** Maximum length of a file name, in characters, including the extension. */
const NAME_MAX_LENGTH = 100;

/** Sources of a file's name, where they are known. */
interface Named {
  /** MIME type; decides the extension of a name without one. */
  type: string;
  location: string | null;
  name: string | null;
  contentId: string | null;
}

/**
 * Derives unique file names from the names of the parts, else from their positions. Unique
 * regardless of letter case, for case-insensitive file systems.
 */
export function fileNames(parts: readonly Named[]): string[] {
  const used = new Set<string>();
  return parts.map((part, index) => {
    const [stem, extension] = splitName(nameOf(part) || `part-${index + 1}`, part.type);
    for (let count = 1;; count++) {
      const ending = count === 1 ? extension : `-${count}${extension}`;
      const name = truncate(stem, NAME_MAX_LENGTH - ending.length) + ending;
      if (used.has(name.toLowerCase())) continue;
      used.add(name.toLowerCase());
      return name;
    }
  });
}

/** Returns the first usable of Content-Location, name and Content-ID; "" when there is none. */
function nameOf({ location, name, contentId }: Named): string {
  const names = [
    location && percentDecode(location.replace(/[?#].*$/s, "")),
    name,
    contentId && percentDecode(contentId.replace(/@.*$/s, "")),
  ];
  return names.map((each) => sanitise(each ?? "")).find((each) => each !== "") ?? "";
}

/** Returns the last segment of a path, without characters unsafe for file systems or terminals. */
function sanitise(text: string): string {
  const last = text.toWellFormed().split(/[/\\]/).findLast((step) => step.trim() !== "") ?? "";
  return last.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "").replaceAll(/[<>:"|?*]/g, "_")
    .trim().replace(/^[. ]+/, "").replace(/[. ]+$/, "");
}

function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // not percent-encoded
  }
}

/** Splits a name into stem and extension with its dot. Default: the extension of the type. */
function splitName(name: string, type: string): [stem: string, extension: string] {
  const match = /\.(?=\d*[a-z])[a-z0-9]{1,5}$/i.exec(name);
  if (match !== null && match.index > 0) return [name.slice(0, match.index), match[0]];
  return [name, `.${extensionOf(type) ?? receivedExtensionOf(type) ?? "bin"}`];
}

/** Truncates text without splitting a surrogate pair. */
function truncate(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, "");
}
