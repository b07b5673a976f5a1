/** Merge tags (spec 4.4, rule 2): `{$variable|default}`, filled in for one recipient. */

import { exceeds } from "../../generated/length.ts";

/** Values by variable, which is in lower case. */
export type MergeData = ReadonlyMap<string, string>;

/** `merge-tag-data` as the request gives it. Of keys that differ in letter case the last counts. */
export function readMergeData(given: Readonly<Record<string, string>> = {}): MergeData {
  return new Map(Object.entries(given).map(([name, value]) => [keyOf(name), value]));
}

/**
 * The text with its tags filled in: each by its value, or else by its default, which runs up to the
 * first `}` and may hold `|`. `{$variable}` has an empty default. What is filled in is not read
 * again. Null: the result would have more than `maxLength` characters.
 */
export function fillTags(text: string, data: MergeData, maxLength: number): string | null {
  let filled = "";
  let done = 0;
  for (const { at, end, key, otherwise } of tagsIn(text)) {
    filled += text.slice(done, at) + (data.get(key) ?? otherwise);
    if (filled.length > 2 * maxLength) return null; // no text grows without end
    done = end;
  }
  filled += text.slice(done);
  return exceeds(filled, maxLength) ? null : filled;
}

interface Tag {
  /** Where it begins and ends in the text. */
  at: number;
  end: number;
  key: string;
  otherwise: string;
}

/** In the time that it takes to read the text once, whatever it holds. */
function* tagsIn(text: string): Generator<Tag> {
  const name = /[^{}|\r\n]*/y;
  let closing = -1;
  for (let at = text.indexOf("{$"); at >= 0; at = text.indexOf("{$", name.lastIndex)) {
    name.lastIndex = at + 2;
    const key = keyOf(name.exec(text)![0]);
    if (closing < name.lastIndex) closing = text.indexOf("}", name.lastIndex);
    if (closing < 0) return;
    const sign = text[name.lastIndex];
    if (key === "" || (sign !== "|" && sign !== "}")) continue; // just a brace and a dollar
    const end = closing + 1;
    yield { at, end, key, otherwise: text.slice(name.lastIndex + 1, closing) };
    name.lastIndex = end;
  }
}

function keyOf(name: string): string {
  return name.trim().toLowerCase();
}
