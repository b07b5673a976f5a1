/** Merge tags (spec 4.4, rule 2): `{$variable|default}`, replaced for one recipient. */

import { exceeds } from "../../lib/length.ts";
import { composedText } from "../sms/outgoing_text.ts";

/** Values by variable name in lower case. */
export type MergeData = ReadonlyMap<string, string>;

/** Reads `merge-tag-data`. If keys differ only in letter case, the last one counts. */
export function readMergeData(values: Readonly<Record<string, string>> = {}): MergeData {
  return new Map(Object.entries(values).map(([name, value]) => [keyOf(name), value]));
}

/**
 * Replaces the tags of a text by their values, or else by their defaults, and composes the result.
 * A default ends at the first `}` and may contain `|`; that of `{$variable}` is empty. Inserted
 * values are not scanned for tags. Null if the result has more than `maxLength` characters.
 */
export function fillTags(text: string, data: MergeData, maxLength: number): string | null {
  let filled = "";
  let done = 0;
  for (const { at, end, key, otherwise } of tagsIn(text)) {
    filled += text.slice(done, at) + (data.get(key) ?? otherwise);
    // Stops early, so that many tags cannot build a huge text. Composing leaves at least a fourth.
    if (filled.length > 4 * 2 * maxLength) return null;
    done = end;
  }
  const composed = composedText(filled + text.slice(done));
  return exceeds(composed, maxLength) ? null : composed;
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
