/** Requests of an MMSC in any encoding: messages and reports are read; responses are in UTF-8. */
import assert from "node:assert/strict";
import { bytes, joined } from "../mime/bytes.ts";
import { utf16 } from "../support/utf16.ts";
import { startCarrier } from "./carrier.ts";
import { envelope, FROM, inboundOf, post, reportOf, reportReq, TO } from "./mmsc_posts.ts";

const declared = (encoding: string, xml: string) =>
  xml.replace(/^<\?xml.*?\?>/, `<?xml version="1.0" encoding="${encoding}"?>`);
const message = (subject: string) =>
  envelope("DeliverReq", `${FROM}${TO}<Subject>${subject}</Subject>`);

/** Puts octets into a document of ASCII, in the place of a dollar sign. */
function withOctets(document: string, ...octets: number[]): Uint8Array {
  const [before = "", after = ""] = document.split("$");
  return joined([bytes(before), Uint8Array.from(octets), bytes(after)]);
}

const SUBJECTS: [contentType: string, body: Uint8Array, subject: string][] = [
  ["text/xml", withOctets(declared("ISO-8859-1", message("Gr$n")), 0xfc), "Grün"],
  ["text/xml; charset=ISO-8859-1", withOctets(message("Gr$n"), 0xfc), "Grün"],
  ["text/xml; charset=gb2312", withOctets(declared("GB2312", message("$")), 0xd1, 0xa9), "雪"],
  ["text/xml", utf16(`\ufeff${declared("UTF-16", message("雪"))}`, "big"), "雪"],
  ["text/xml; charset=utf-16", utf16(declared("UTF-16", message("snow")), "little"), "snow"],
];

for (const [index, [contentType, body, subject]] of SUBJECTS.entries()) {
  Deno.test(`an MMSC's message as ${contentType} has its subject, case ${index}`, async () => {
    await using carrier = await startCarrier();
    assert.equal((await inboundOf(carrier, { contentType, body })).subject, subject);
    const { headers } = await post(carrier, { contentType, body });
    assert.equal(headers.get("content-type"), "text/xml; charset=utf-8");
  });
}

Deno.test("an MMSC's report in ISO-8859-1 is read with its words", async () => {
  await using carrier = await startCarrier();
  const xml = declared("ISO-8859-1", reportReq("Expired", "<StatusText>sp$t</StatusText>"));
  const { outcome } = await reportOf(carrier, { body: withOctets(xml, 0xe4) });
  assert.deepEqual(outcome, { outcome: "expired", reason: "Expired: spät" });
});

Deno.test("an MMSC's request that does not decode, or has a DOCTYPE, is refused", async () => {
  await using carrier = await startCarrier();
  const entity = `<!DOCTYPE a [<!ENTITY x "y">]>`;
  const doctype = declared("UTF-16", message("&x;")).replace("?>", `?>${entity}`);
  const bodies = [withOctets(message("Gr$n"), 0xfc), utf16(`\ufeff${doctype}`, "little")];
  for (const body of bodies) {
    const { code, status } = await post(carrier, { body });
    assert.deepEqual([status, code], [200, 2007]);
  }
  assert.deepEqual(carrier.inbound, []);
});
