/** Stored parts of a message from a handset are bounded, without a refusal for their length. */
import assert from "node:assert/strict";
import type { InboundMms } from "../../src/ports/mod.ts";
import { bytes } from "../mime/bytes.ts";
import { basic, multipart, NAMESPACE } from "../support/vasp.ts";
import { startCarrier } from "./carrier.ts";

/** Delivers an MMS with a subject, and a text with a Content-ID. */
async function delivered(subject: string, contentId: string): Promise<InboundMms> {
  await using carrier = await startCarrier();
  const envelope = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">` +
    `<s:Header><TransactionID xmlns="${NAMESPACE}">tx-1</TransactionID></s:Header>` +
    `<s:Body><DeliverReq xmlns="${NAMESPACE}"><MM7Version>6.5.0</MM7Version>` +
    `<Sender><Number>16175550111</Number></Sender>` +
    `<Recipients><To><ShortCode>111122</ShortCode></To></Recipients>` +
    `<Subject>${subject}</Subject><Content href="cid:${contentId}"/>` +
    `</DeliverReq></s:Body></s:Envelope>`;
  const response = await carrier.connector.receive({
    headers: new Headers({
      "content-type": `multipart/related; boundary="b"; type="text/xml"`,
      authorization: basic("relay", "relay pass:ü"),
    }),
    body: multipart("b", [
      { headers: ["Content-Type: text/xml"], content: bytes(envelope) },
      { headers: ["Content-Type: text/plain", `Content-ID: <${contentId}>`], content: "Hi" },
    ]),
  });
  assert.match(await response.text(), /<StatusCode>1000</);
  assert.equal(carrier.inbound.length, 1);
  return carrier.inbound[0]!;
}

Deno.test("a subject is cut to 1,000 characters", async () => {
  const { subject } = await delivered("😀".repeat(100_000), "text");
  assert.equal(subject, "😀".repeat(1000));
});

Deno.test("a Content-ID may have 255 characters; a file with a longer one is stored without it", async () => {
  for (const length of [255, 256]) {
    const contentId = "x".repeat(length);
    const { files } = await delivered("Hello", contentId);
    assert.equal(files.length, 1);
    assert.equal(files[0]!.contentId, length === 255 ? contentId : undefined);
  }
});
