/**
 * Opt-outs by every door, in every alphabet and layout: a text to the handset is E114 afterwards
 * (contract sections 6a and 8).
 */
import assert from "node:assert/strict";
import { sharing } from "../support/sharing.ts";
import { utf16 } from "../support/utf16.ts";
import { adminBody } from "../support/service.ts";
import { bytes } from "../mime/bytes.ts";
import {
  type Content,
  GIF,
  type HandsetDoors,
  SENDER,
  startHandsetDoors,
  textContent,
  textTo,
} from "./handset_doors.ts";

const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** Texts of ASCII, of Latin-1 and of Unicode. */
const ASCII = ["STOP", "unsubscribe", "Stop please", "(Stop.) Thank you"];
const LATIN = [...ASCII, "Arrêt", "Arrêtez de m'écrire", "¡Stop!"];
const UNICODE = [
  ...LATIN,
  "ST\u200bOP",
  "\u202aSTOP\u202c",
  "STOP\ufe0f",
  "S\u00adTOP",
  "\ufeffSTOP",
  "ＳＴＯＰ",
  "STOP 🛑",
  "STOP s’il vous plaît",
];
/** Texts whose zeros show the order of octets without a mark. */
const ZEROS = UNICODE.filter((text) => text !== "ＳＴＯＰ");
const NOT_OPT_OUTS = ["stop by at noon", "Liked “STOP”", "❤️ “STOP”", "ÖSTOP"];

/** Alphabet of user data: texts that it holds, and how it writes them. */
const SMPP: readonly [
  name: string,
  coding: number,
  texts: string[],
  (text: string) => Uint8Array,
][] = [
  ["GSM", 0, ASCII, bytes],
  ["ASCII", 1, ASCII, bytes],
  ["Latin-1", 3, LATIN, latin1],
  ["octets of UTF-8", 4, UNICODE, bytes],
  ["UCS-2", 8, UNICODE, (text) => utf16(text, "big")],
  ["UCS-2 with a mark", 8, UNICODE, (text) => utf16(`\ufeff${text}`, "little")],
  ["UCS-2 of message class 0", 0x18, UNICODE, (text) => utf16(text, "big")],
];

/** Charset of a part of text: its name, texts that it holds, and how it writes them. */
const MIME: readonly [
  name: string,
  charset: string | null,
  texts: string[],
  (text: string) => Uint8Array,
][] = [
  ["no charset", null, UNICODE, bytes],
  ["UTF-8", "utf-8", UNICODE, bytes],
  ["UTF-8 with a mark", "utf-8", UNICODE, (text) => bytes(`\ufeff${text}`)],
  ["UTF-8 as US-ASCII", "us-ascii", UNICODE, bytes],
  ["Latin-1", "iso-8859-1", LATIN, latin1],
  ["UCS-2 of big endian", "iso-10646-ucs-2", UNICODE, (text) => utf16(text, "big")],
  ["UCS-2 of little endian", "iso-10646-ucs-2", ZEROS, (text) => utf16(text, "little")],
  ["UTF-16 of big endian", "utf-16", UNICODE, (text) => utf16(text, "big")],
  ["UTF-16 of little endian", "utf-16", ZEROS, (text) => utf16(text, "little")],
  ["UTF-16 with a big mark", "utf-16", UNICODE, (text) => utf16(`\ufeff${text}`, "big")],
  ["UTF-16 with a little mark", "utf-16", UNICODE, (text) => utf16(`\ufeff${text}`, "little")],
  ["UTF-16BE", "utf-16be", UNICODE, (text) => utf16(text, "big")],
  ["UTF-16LE", "utf-16le", UNICODE, (text) => utf16(text, "little")],
  ["UTF-16 with a mark as UTF-8", "utf-8", UNICODE, (text) => utf16(`\ufeff${text}`, "big")],
];

/** Positions of the text among the parts of an MMS. */
const LAYOUTS: Record<string, (text: Content) => Content[]> = {
  "alone": (text) => [text],
  "after a picture": (text) => [GIF, text],
  "after an empty text": (text) => [textContent(""), GIF, text],
  "before a line end": (text) => [text, textContent("\r\n")],
  "between blank texts": (text) => [textContent("\u200b \0"), text, textContent("\ufeff")],
  "twice": (text) => [text, GIF, text],
  "beside a presentation": (text) => [
    { type: "application/smil", content: bytes("<smil><body/></smil>") },
    text,
  ],
};

type Say = (doors: HandsetDoors, from: string, text: string) => Promise<unknown>;

/** A door in one alphabet and layout, and the texts that it can carry. */
const FORMS: [name: string, texts: string[], say: Say][] = [
  ...SMPP.map(([name, coding, texts, encode]): [string, string[], Say] => [
    `SMPP, ${name}`,
    texts,
    async (doors, from, text) => assert.equal(await doors.smpp(from, coding, encode(text)), 0),
  ]),
  ...MIME.flatMap(([name, charset, texts, encode]) =>
    Object.entries(LAYOUTS).map(([layout, partsOf]): [string, string[], Say] => [
      `MM7, ${name}, ${layout}`,
      texts,
      async (doors, from, text) => {
        const parts = partsOf(textContent(encode(text), charset));
        assert.equal(await doors.mm7(from, parts), 1000);
      },
    ])
  ),
  ["MM7, subject beside a picture", UNICODE, async (doors, from, subject) => {
    assert.equal(await doors.mm7(from, [GIF], { subject }), 1000);
  }],
  ["MM7, subject beside a blank text", UNICODE, async (doors, from, subject) => {
    assert.equal(await doors.mm7(from, [textContent(" \n")], { subject }), 1000);
  }],
  ["MM7, subject alone", UNICODE, async (doors, from, subject) => {
    assert.equal(await doors.mm7(from, [], { subject }), 1000);
  }],
  ...(["SMS", "MMS"] as const).map((type): [string, string[], Say] => [
    `a hosted API, ${type}`,
    UNICODE,
    async (doors, from, text) => {
      const payload = { id: crypto.randomUUID(), type, from: `+${from}`, to: [SENDER], text };
      assert.equal(await doors.telnyx(payload), 200);
    },
  ]),
  ["a hosted API, subject", UNICODE, async (doors, from, subject) => {
    const message = { id: crypto.randomUUID(), type: "MMS", from: `+${from}`, to: [SENDER] };
    assert.equal(await doors.telnyx({ ...message, text: " ", subject }), 200);
  }],
  ["an API of the template kind", UNICODE, async (doors, from, text) => {
    assert.equal(await doors.hosted({ from, to: SENDER, text }), 200);
  }],
  ...["sms", "mms"].map((kind): [string, string[], Say] => [
    `the loopback carrier, ${kind}`,
    UNICODE,
    async ({ test }, from, text) =>
      void await adminBody(test, 201, "POST", `/loopback/${kind}`, { from, to: SENDER, text }),
  ]),
];

const check = sharing(startHandsetDoors);

let handsets = 16175600000;

/** Has a handset of its own say a text, and expects the code of a text to it. */
async function expectCode(
  doors: HandsetDoors,
  { text, say, code }: { text: string; say: Say; code: string | undefined },
): Promise<void> {
  const handset = `${++handsets}`;
  await say(doors, handset, text);
  assert.equal(await textTo(doors.test, handset), code, JSON.stringify(text));
}

for (const [name, texts, say] of FORMS) {
  check(`opt-out by ${name}`, async (doors) => {
    await Promise.all(texts.map((text) => expectCode(doors, { text, say, code: "E114" })));
  });

  check(`no opt-out by ${name}`, async (doors) => {
    const others = NOT_OPT_OUTS.filter((text) => texts === UNICODE || /^[ -~]+$/.test(text));
    await Promise.all(others.map((text) => expectCode(doors, { text, say, code: undefined })));
  });
}

const SEVERAL: Record<string, [parts: Content[], subject?: string]> = {
  "beside another text": [[textContent("STOP"), textContent("the music")]],
  "in the subject of another text": [[textContent("Look")], "STOP"],
  "in the subject of a long text": [[textContent("Look ".repeat(300))], "STOP"],
  "as a web page": [[{ type: "text/html", content: bytes("STOP") }]],
  "as a contact": [[{ type: "text/x-vcard", content: bytes("STOP") }]],
};

for (const [where, [parts, subject]] of Object.entries(SEVERAL)) {
  check(`STOP ${where} opts nobody out`, async (doors) => {
    const handset = `${++handsets}`;
    assert.equal(await doors.mm7(handset, parts, { subject }), 1000);
    assert.equal(await textTo(doors.test, handset), undefined);
  });
}
