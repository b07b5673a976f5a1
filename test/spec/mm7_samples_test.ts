/** Requests of real clients, to the byte, over TCP: accepted, sent and delivered. */
import assert from "node:assert/strict";
import { addSender, createAccount, issueKey } from "../../src/actions/provision.ts";
import { bytes, indexOf, joined, text } from "../mime/bytes.ts";
import { FIXTURES } from "../mm7/fixtures.ts";
import { lint } from "../mm7/xmllint.ts";
import { SHORT_CODE, startService, type TestService } from "../support/service.ts";

const FOLDER = new URL("../fixtures/mm7/", import.meta.url);

let test: TestService;

/** The samples' own credentials: `apiuser` with its password, and the VASPIDs. */
Deno.test.beforeAll(async () => {
  // The evening of their recording, since one of them expires soon after.
  const behind = Date.now() - Date.parse("2026-11-20T21:30:00Z");
  test = await startService({ clock: { now: () => Date.now() - behind }, senders: [] });
  const id = "apiuser";
  const { provision } = test.service;
  await createAccount(provision, { id, name: id, postbackUrl: test.receiver.url });
  for (const key of ["apipass", "myapikey", "vaspA"]) {
    await issueKey(provision, id, { apiKey: key });
  }
  await addSender(provision, id, SHORT_CODE);
});

Deno.test.afterAll(() => test.stop());

/** Sends a request on a connection of its own, and reads until the service closes it. */
async function exchange(request: readonly Uint8Array[]): Promise<Uint8Array> {
  using connection = await Deno.connect({ port: Number(new URL(test.url).port) });
  for (const chunk of request) {
    for (let at = 0; at < chunk.length;) at += await connection.write(chunk.subarray(at));
  }
  const chunks: Uint8Array[] = [];
  const buffer = new Uint8Array(65_536);
  for (
    let read = await connection.read(buffer);
    read !== null;
    read = await connection.read(buffer)
  ) {
    chunks.push(buffer.slice(0, read));
  }
  return joined(chunks);
}

/** Returns the head of a sample, changed, with `Connection: close`, and its body. */
function sample(
  name: string,
  change: (head: string) => string = (head) => head,
): [head: Uint8Array, body: Uint8Array] {
  const raw = Deno.readFileSync(new URL(name, FOLDER));
  const end = indexOf(raw, "\r\n\r\n");
  const head = text(raw.subarray(0, end)).replace(/\r\nconnection: [^\r]*/i, "");
  return [bytes(`${change(head)}\r\nConnection: close\r\n\r\n`), raw.subarray(end + 4)];
}

async function assertTaken(response: Uint8Array): Promise<void> {
  const received = text(response);
  // The last head: a `100 Continue` may precede it.
  const start = received.lastIndexOf("HTTP/1.1 ");
  const [head, body] = received.slice(start).split("\r\n\r\n") as [string, string];
  assert.match(head, /^HTTP\/1\.1 200 OK/, received);
  assert.match(head, /\r\ncontent-type: application\/xml; charset=utf-8/i);
  assert.match(body, /<StatusCode>1000</, body);
  assert.equal(await lint([bytes(body)]), "");
  const id = /<MessageID>([^<]+)</.exec(body)![1]!;
  await test.receiver.untilCodes(id, ["N101", "N102"]);
}

const SUBMISSIONS = FIXTURES.filter((name) => name.includes("SubmitReq"));

Deno.test("the folder of samples has submissions", () => assert.equal(SUBMISSIONS.length, 4));

for (const name of SUBMISSIONS) {
  Deno.test(`sample ${name}: 1000 with MessageID, then N101 and N102`, async () => {
    await assertTaken(await exchange(sample(name)));
  });

  Deno.test(`sample ${name} in chunks, and another TransactionID`, async () => {
    const [head, body] = sample(
      name,
      (head) => `${head.replace(/\r\ncontent-length: \d+/i, "")}\r\nTransfer-Encoding: chunked`,
    );
    const other = Uint8Array.from(body);
    // Another digit in the TransactionID, so that it is no repetition.
    const at = indexOf(other, "</TransactionID>") < 0
      ? indexOf(other, "</mm7:TransactionID>")
      : indexOf(other, "</TransactionID>");
    other[at - 1] = 90;
    const chunks = [];
    for (let from = 0; from < other.length; from += 100) {
      const chunk = other.subarray(from, from + 100);
      chunks.push(bytes(`${chunk.length.toString(16)}\r\n`), chunk, bytes("\r\n"));
    }
    await assertTaken(await exchange([head, ...chunks, bytes("0\r\n\r\n")]));
  });
}

/** mmsbox leaves allowAdaptations out unless configured, as 3GPP allows. */
for (const name of SUBMISSIONS.filter((submission) => submission.includes("mmsbox"))) {
  Deno.test(`sample ${name} without allowAdaptations: 2007, or taken as the account says`, async () => {
    const [head, body] = sample(name, (head) => head.replace(/\r\ncontent-length: \d+/i, ""));
    const without = withoutText(body, ` allowAdaptations="false"`);
    // Another character in the TransactionID, so that it is no repetition.
    without[indexOf(without, text(body).match(/<\/(?:mm7:)?TransactionID>/)![0]) - 1] = 88;
    const request = [
      head.subarray(0, -2),
      bytes(`Content-Length: ${without.length}\r\n\r\n`),
      without,
    ];
    const path = "/accounts/apiuser";
    await test.admin("PATCH", path, { "mm7-allow-adaptations": null });
    assert.match(text(await exchange(request)), /<StatusCode>2007<.*mm7-allow-adaptations/);
    await test.admin("PATCH", path, { "mm7-allow-adaptations": "true" });
    await assertTaken(await exchange(request));
  });
}

/** Returns the bytes without the first occurrence of a text. */
function withoutText(whole: Uint8Array, gone: string): Uint8Array {
  const at = indexOf(whole, gone);
  assert.ok(at >= 0);
  return joined([whole.subarray(0, at), whole.subarray(at + bytes(gone).length)]);
}

Deno.test("spec 4.1 with Expect: 100-continue: 100 Continue, then accepted", async () => {
  const [head, body] = sample(
    "to-mmsc-SubmitReq-specsample.http",
    (head) => `${head}\r\nExpect: 100-continue`,
  );
  using connection = await Deno.connect({ port: Number(new URL(test.url).port) });
  await connection.write(head);
  const buffer = new Uint8Array(65_536);
  const read = await connection.read(buffer);
  assert.match(text(buffer.subarray(0, read!)), /^HTTP\/1\.1 100 Continue\r\n\r\n/);
  const other = Uint8Array.from(body);
  other[indexOf(other, "</TransactionID>") - 1] = 89;
  await connection.write(other);
  const response = await connection.read(buffer);
  await assertTaken(buffer.slice(0, response!));
});
