/** The parts of a message from a handset as files: safe names, types, content kept. */
import { extensionOf } from "../../core/media/media_types.ts";
import type { InboundFile } from "../../core/message/inbound.ts";
import type { Blobs } from "../../ports/mod.ts";
import { exceeds } from "../../generated/length.ts";
import type { Part } from "../../mime/reader.ts";

const SMIL = "application/smil";

/** Longest name of a file, its extension included. */
const NAME_MAX_LENGTH = 100;
/** Longest Content-ID, in characters. */
const ID_MAX_LENGTH = 255;

/** Keeps the files of parts: those of its parts where one is a multipart, else the one it is. */
export async function keepFiles(
  content: readonly Part[],
  blobs: Pick<Blobs, "put">,
): Promise<InboundFile[]> {
  const leaves = content.flatMap(leavesOf);
  const names = fileNames(leaves);
  return await Promise.all(leaves.map(async (part, index) => {
    const { hash, bytes } = await blobs.put(part.content);
    return {
      name: names[index]!,
      ...idOf(part),
      type: typeOf(part),
      blob: hash,
      bytes,
    };
  }));
}

/** A Content-ID that is too long to be kept is left out, rather than the message refused. */
function idOf({ contentId }: Part): Pick<InboundFile, "contentId"> {
  return contentId === null || exceeds(contentId, ID_MAX_LENGTH) ? {} : { contentId };
}

function leavesOf(part: Part): Part[] {
  return part.parts.length === 0 ? [part] : part.parts.flatMap(leavesOf);
}

/** MIME type, with the charset of a text or presentation. */
function typeOf({ type, parameters }: Part): string {
  const charset = parameters.get("charset") ?? "";
  const isText = type.startsWith("text/") || type === SMIL;
  return isText && /^[\w.:+-]{1,40}$/.test(charset) ? `${type}; charset=${charset}` : type;
}

type Named = Pick<Part, "type" | "location" | "name" | "contentId">;

/**
 * A name for each, by what the part is called, else by its place. Letter case does not tell names
 * apart: they may be saved where it does not count.
 */
export function fileNames(parts: readonly Named[]): string[] {
  const taken = new Set<string>();
  return parts.map((part, index) => {
    const [stem, extension] = splitName(nameOf(part) || `part-${index + 1}`, part.type);
    for (let count = 1;; count++) {
      const ending = count === 1 ? extension : `-${count}${extension}`;
      const name = start(stem, NAME_MAX_LENGTH - ending.length) + ending;
      if (taken.has(name.toLowerCase())) continue;
      taken.add(name.toLowerCase());
      return name;
    }
  });
}

/** Of Content-Location, name or Content-ID, the first that makes a name; "" when none does. */
function nameOf({ location, name, contentId }: Named): string {
  const names = [
    location && decoded(location.replace(/[?#].*$/s, "")),
    name,
    contentId && decoded(contentId.replace(/@.*$/s, "")),
  ];
  return names.map((each) => safe(each ?? "")).find((each) => each !== "") ?? "";
}

/** The last step of a path, without what a file system or a terminal could take amiss. */
function safe(text: string): string {
  const last = text.toWellFormed().split(/[/\\]/).findLast((step) => step.trim() !== "") ?? "";
  return last.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "").replaceAll(/[<>:"|?*]/g, "_")
    .trim().replace(/^[. ]+/, "").replace(/[. ]+$/, "");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // not percent-encoded after all
  }
}

/** Stem and extension with its dot; a name without extension gets that of its type. */
function splitName(name: string, type: string): [stem: string, extension: string] {
  const found = /\.(?=\d*[a-z])[a-z0-9]{1,5}$/i.exec(name);
  if (found !== null && found.index > 0) return [name.slice(0, found.index), found[0]];
  return [name, `.${type === SMIL ? "smil" : extensionOf(type) ?? "bin"}`];
}

/** The first characters, and no half of one at the end. */
function start(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, "");
}
