/** Collection of the parts of messages: which message each part belongs to. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createCollection, type Message } from "../../src/connectors/smsc_smpp/collection.ts";
import { NO_LANGUAGES } from "../../src/core/sms/national_language.ts";
import type { UserData } from "../../src/smpp/user_data.ts";

const ADDRESSES = { from: "16175550101", to: "111122", senderType: { ton: 1, npi: 1 } };

/** A part, `2:text` of 3 unless a total is given as `2/4:text`, and the key of its delivery. */
type Arrival = readonly [part: string, key: string];

/** Parts as they arrive, and the messages after them, oldest first; ended ones are in brackets. */
const CASES: Readonly<Record<string, readonly [arrivals: Arrival[], messages: string[]]>> = {
  "parts in any order are one message": [
    [["3:c", "k3"], ["1:a", "k1"], ["2:b", "k2"]],
    ["abc"],
  ],
  "a repeated delivery changes nothing": [
    [["1:a", "k1"], ["1:a", "k1"]],
    ["a.."],
  ],
  "an equal part of another delivery may be of a second message": [
    [["1:a", "k1"], ["1:a", "k2"], ["2:b", "k3"]],
    ["ab.", "a.. copy"],
  ],
  "another part in the same place ends the message": [
    [["1:a", "k1"], ["1:x", "k2"]],
    ["[a..]", "x.."],
  ],
  "a complete message is not ended": [
    [["1/1:a", "k1"], ["1/1:x", "k2"]],
    ["a", "x"],
  ],
  "parts of another number of parts are of another message": [
    [["1:a", "k1"], ["2/4:b", "k2"]],
    ["a..", ".b.."],
  ],
};

for (const [title, [arrivals, expected]] of Object.entries(CASES)) {
  Deno.test(`a collection of parts: ${title}`, () => {
    const collection = createCollection<UserData>();
    const ended: Message<UserData>[] = [];
    for (const [part, key] of arrivals) {
      ended.push(...collection.add(ADDRESSES, dataOf(part), key, 0).ended);
    }
    const collected = [...collection.messages()];
    assert.deepEqual(
      [...ended.map((message) => `[${describe(message)}]`), ...collected.map(describe)],
      expected,
    );
    for (const message of collected) collection.remove(message);
    assert.equal(collection.partCount, 0);
  });
}

function dataOf(text: string) {
  const [, number, total = "3", content] = /^(\d)(?:\/(\d))?:(.*)$/.exec(text)!;
  const part = { message: "7", total: Number(total), number: Number(number) };
  return {
    octets: Buffer.from(content!),
    coding: "latin1",
    languages: NO_LANGUAGES,
    part,
  } as const;
}

/** Writes the texts of a message's parts, a dot for a missing one. */
function describe({ parts, isCopy }: Message<UserData>): string {
  const text = parts.map((part) => part === null ? "." : Buffer.from(part.octets).toString());
  return text.join("") + (isCopy ? " copy" : "");
}
