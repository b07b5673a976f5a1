/** Limits of a SubmitReq: tools/mm7.xsd for elements, our own for the headers of parts. */
import assert from "node:assert/strict";
import { MESSAGES, TRANSACTION_ID } from "../../src/generated/mm7.ts";
import { TREATMENT } from "../../src/mm7/treatment.ts";
import { startService, type TestService } from "../support/service.ts";
import { createVasp, type Post, type Vasp, type VaspResponse } from "../support/vasp.ts";

let test: TestService;
let vasp: Vasp;

Deno.test.beforeAll(async () => {
  test = await startService();
  vasp = createVasp(test);
});

Deno.test.afterAll(() => test.stop());

const characters = (length: number) => "😀".repeat(length);

function assertRefused(
  { status, code, details }: VaspResponse,
  fault: [code: number, details: string],
) {
  assert.deepEqual([status, code, details], [200, ...fault]);
}

/** Texts of a SubmitReq, by name; null: without a limit. */
const TEXTS = MESSAGES.SubmitReq.elements.flatMap(({ name, content }): [string, number | null][] =>
  content === "string"
    ? [[name, null]]
    : typeof content === "object" && "maxLength" in content
    ? [[name, content.maxLength]]
    : []
);
const LIMITED = TEXTS.filter((text): text is [string, number] => text[1] !== null);

Deno.test("each text of a SubmitReq that is passed on has a limit in the schema", () => {
  const passedOn = Object.entries(TREATMENT)
    .filter(([, { behaviour }]) => behaviour === "PassThrough").map(([name]) => name);
  const unlimited = TEXTS.filter(([name, limit]) => limit === null && passedOn.includes(name));
  assert.deepEqual(unlimited, []);
  assert.deepEqual(LIMITED.map(([name]) => name), ["ServiceCode", "MessageClass", "Subject"]);
});

for (const [name, limit] of LIMITED) {
  Deno.test(`${name}: ${limit} characters, with one more 2007`, async () => {
    const post = (length: number): Post => ({
      fields: { [name]: `<${name}>${characters(length)}</${name}>` },
    });
    await vasp.submit(post(limit));
    const details = `Message format corrupt: ${name} has more than ${limit} characters`;
    assertRefused(await vasp.post(post(limit + 1)), [2007, details]);
  });
}

Deno.test("TransactionID: 255 characters come back, with one more it is 2007 without", async () => {
  const { maxLength } = TRANSACTION_ID;
  const longest = characters(maxLength);
  const accepted = await vasp.post({ transactionId: longest });
  assert.deepEqual([accepted.code, accepted.transactionId], [1000, longest]);
  const response = await vasp.post({ transactionId: `${longest}x` });
  const details = "Message format corrupt: TransactionID has more than 255 characters";
  assertRefused(response, [2007, details]);
  assert.equal(response.transactionId, null);
  await vasp.lintResponses();
});

Deno.test("recipients that are only shown: 100, with one more 2007", async () => {
  const post = (count: number): Post => {
    const shown = Array.from(
      { length: count },
      (_, at) => `<Number displayOnly="true">1617555${1000 + at}</Number>`,
    );
    const to = `<To><Number>16175550101</Number></To><Cc>${shown.join("")}</Cc>`;
    return { fields: { Recipients: `<Recipients>${to}</Recipients>` } };
  };
  await vasp.submit(post(100));
  const details = "Message format corrupt: more than 100 addresses are displayOnly";
  assertRefused(await vasp.post(post(101)), [2007, details]);
});

const PARTS: [field: string, limit: number, header: (length: number) => string][] = [
  ["Content-Location", 1000, (length) => `Content-Location: ${"x".repeat(length)}`],
  ["file name", 1000, (length) => `Content-Disposition: inline; filename="${"x".repeat(length)}"`],
  [
    "Content-Type",
    1000,
    (length) => `Content-Type: text/plain; x="${"x".repeat(length - 'text/plain; x=""'.length)}"`,
  ],
];

for (const [field, limit, header] of PARTS) {
  Deno.test(`a part's ${field}: ${limit} characters, with one more 2560`, async () => {
    const post = (length: number): Post => ({
      content: { headers: ["Content-ID: <content>", header(length)], content: "Hello" },
    });
    await vasp.submit(post(limit));
    const details = `part 2 has a ${field} of more than ${limit} characters`;
    assertRefused(await vasp.post(post(limit + 1)), [2560, details]);
  });
}

Deno.test("a part's Content-ID: 255 characters, with one more 2560", async () => {
  const post = (length: number): Post => {
    const id = "x".repeat(length);
    const headers = ["Content-Type: text/plain", `Content-ID: <${id}>`];
    const fields = { Content: `<Content href="cid:${id}" allowAdaptations="false"/>` };
    return { fields, content: { headers, content: "Hello" } };
  };
  await vasp.submit(post(255));
  const details = "part 2 has a Content-ID of more than 255 characters";
  assertRefused(await vasp.post(post(256)), [2560, details]);
});

Deno.test("a MIME type of more than 127 characters on a side is none (RFC 6838)", async () => {
  const post = (length: number): Post => {
    const headers = [`Content-Type: application/${"x".repeat(length)}`, "Content-ID: <content>"];
    return { content: { headers, content: "Hello" } };
  };
  assert.equal((await vasp.post(post(127))).code, 2004);
  assert.equal((await vasp.post(post(128))).code, 2514);
});
