/** Merge tags (spec 4.4, rule 2): `{$variable|default}`, replaced for one recipient. */

import { exceeds } from "../../lib/length.ts";
import { composedText } from "../sms/outgoing_text.ts";
import { linksIn } from "../sms/text_links.ts";

/** Values by variable name in lower case. */
export type MergeData = ReadonlyMap<string, string>;

/** Reads `merge-tag-data`. If keys differ only in letter case, the last one counts. */
export function readMergeData(values: Readonly<Record<string, string>> = {}): MergeData {
  return new Map(Object.entries(values).map(([name, value]) => [keyOf(name), value]));
}

/**
 * Replaces the tags of a text by their values, or else by their defaults, and composes the result.
 * A default ends at the first `}` and may contain `|`; that of `{$variable}` is empty. Inserted
 * values are not scanned for tags; inside of a link they are percent-encoded. Null if the result
 * has more than `maxLength` characters.
 */
export function fillTags(text: string, data: MergeData, maxLength: number): string | null {
  const tags = [...tagsIn(text)];
  // Stops early, so that many tags cannot build a huge text. Composing leaves at least a fourth.
  const limit = 4 * 2 * maxLength;
  const length = tags.reduce((sum, { key }) => sum + (data.get(key)?.length ?? 0), 0);
  if (length > limit) return null;
  const inLinks = tagsInLinks(text, tags, data);
  let filled = "";
  let done = 0;
  for (const tag of tags) {
    const { at, end, key, otherwise } = tag;
    const value = data.get(key);
    const inserted = inLinks.has(tag)
      ? value === undefined ? linkPiece(otherwise) : linkValue(value)
      : value ?? otherwise;
    filled += text.slice(done, at) + inserted;
    if (filled.length > limit) return null;
    done = end;
  }
  const composed = composedText(filled + text.slice(done));
  return exceeds(composed, maxLength) ? null : composed;
}

/** Scheme and host of a link, in which nothing is percent-encoded. */
const ORIGIN = /^https?:\/\/[^/?#]*/i;

/** Finds the tags inside of a link's path, query or fragment. */
function tagsInLinks(text: string, tags: readonly Tag[], data: MergeData): ReadonlySet<Tag> {
  const hasLink = (value: string) => value.includes("://");
  if (!hasLink(text) && !tags.some(({ key }) => hasLink(data.get(key) ?? ""))) return new Set();
  // A value may begin a link; any other stands as a letter, whatever it contains.
  let draft = "";
  let done = 0;
  const offsets = tags.map(({ at, end, key, otherwise }) => {
    draft += text.slice(done, at);
    const offset = draft.length;
    const value = data.get(key) ?? otherwise;
    draft += hasLink(value) ? value : "x";
    done = end;
    return offset;
  });
  const links = linksIn(draft + text.slice(done));
  const found = new Set<Tag>();
  let next = 0;
  for (const { start, end, url } of links) {
    const path = start + ORIGIN.exec(url)![0].length;
    while (next < tags.length && offsets[next]! < path) next++;
    while (next < tags.length && offsets[next]! < end) found.add(tags[next++]!);
  }
  return found;
}

/** Percent-encodes a value, with what apps take for the end of a link. */
function linkValue(value: string): string {
  return encodeURIComponent(value.toWellFormed().normalize("NFC"))
    .replace(/[!'()*]|[-._~]$/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Percent-encodes what cannot be in a link; a default is a part of it, as the template has it. */
function linkPiece(otherwise: string): string {
  return encodeURI(otherwise.toWellFormed()).replaceAll("%25", "%");
}

/** Piece of a text. */
export interface TextPiece {
  text: string;
  /** Merge tag that the piece is; null for plain text. */
  tag: MergeTag | null;
}

export interface MergeTag {
  /** Name of its variable, in lower case. */
  key: string;
  /** Default, which may be empty. */
  otherwise: string;
}

/** Splits a text at its tags. The pieces together are the text. */
export function piecesOf(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let done = 0;
  for (const { at, end, key, otherwise } of tagsIn(text)) {
    if (at > done) pieces.push({ text: text.slice(done, at), tag: null });
    pieces.push({ text: text.slice(at, end), tag: { key, otherwise } });
    done = end;
  }
  if (done < text.length) pieces.push({ text: text.slice(done), tag: null });
  return pieces;
}

interface Tag extends MergeTag {
  /** Offset of its first character in the text. */
  at: number;
  end: number;
}

/** Finds the tags of a text in linear time, whatever it contains. */
function* tagsIn(text: string): Generator<Tag> {
  const name = /[^{}|\r\n]*/y;
  let closing = -1;
  for (let at = text.indexOf("{$"); at >= 0; at = text.indexOf("{$", name.lastIndex)) {
    name.lastIndex = at + 2;
    const key = keyOf(name.exec(text)![0]);
    if (closing < name.lastIndex) closing = text.indexOf("}", name.lastIndex);
    if (closing < 0) return;
    const sign = text[name.lastIndex];
    if (key === "" || (sign !== "|" && sign !== "}")) continue; // plain text, not a tag
    const end = closing + 1;
    yield { at, end, key, otherwise: text.slice(name.lastIndex + 1, closing) };
    name.lastIndex = end;
  }
}

function keyOf(name: string): string {
  return name.trim().toLowerCase().normalize("NFC");
}
