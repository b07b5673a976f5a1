/** The start part of bodies that cannot be read as a whole (RFC 2046, RFC 2387). */
import assert from "node:assert/strict";
import { findStart } from "../../src/mime/start_part.ts";
import { bytes, text } from "./bytes.ts";

const RELATED = `multipart/related; boundary=b; start="<s>"`;

const BODIES: [why: string, type: string, body: string, start: string | null][] = [
  ["a body of its own", "text/xml", "<a/>", "<a/>"],
  ["a whole multipart", RELATED, "--b\r\nContent-ID: <s>\r\n\r\n<a/>\r\n--b--", "<a/>"],
  ["one that is cut off later", RELATED, "--b\nContent-ID: s\n\n<a/>\n--b\nX: y", "<a/>"],
  ["one that is cut off in the part", RELATED, "--b\nContent-ID: <s>\n\n<a><b", "<a><b"],
  ["one that is cut off in its header", RELATED, "--b\nContent-ID: <s>", null],
  ["no delimiter", RELATED, "<a/>", null],
  ["a later part", RELATED, "--b\n\nx\n--b\nContent-ID: <s>\n\n<a/>\n--b--", "<a/>"],
  ["a later part that is not there", RELATED, "--b\n\n<x/>\n--b\nContent-ID: <t>\n\n", "<x/>"],
  ["a broken header after the first part", RELATED, "--b\n\n<x/>\n--b\nno name\n\n<a/>", "<x/>"],
  ["no start", "multipart/mixed; boundary=b", "--b\n\n<a/>\n--b\n", "<a/>"],
  [
    "base64",
    "multipart/mixed; boundary=b",
    "--b\nContent-Transfer-Encoding: BASE64\n\nPGEvPg==\n--b\n",
    "<a/>",
  ],
  [
    "no base64 after all",
    "multipart/mixed; boundary=b",
    "--b\nContent-Transfer-Encoding: base64\n\n!!\n--b\n",
    null,
  ],
  ["no boundary", "multipart/related", "--b\n\n<a/>\n--b--", null],
  ["no media type", "multipart", "--b\n\n<a/>\n--b--", null],
];

for (const [why, type, body, start] of BODIES) {
  Deno.test(`the start part is found: ${why}`, () => {
    const found = findStart(type, bytes(body));
    assert.equal(found && text(found.content), start);
  });
}

Deno.test("the search for a start part ends after a hundred parts", () => {
  const parts = "--b\nContent-ID: <x>\n\nfirst\n".repeat(200);
  const found = findStart(RELATED, bytes(`${parts}--b\nContent-ID: <s>\n\n<a/>\n--b--`));
  assert.equal(text(found!.content), "first");
});
