/**
 * Spec 2.2, failure form: every fault repeats TransactionID, namespace and version of the request,
 * whichever part is at fault.
 */
import assert from "node:assert/strict";
import { joined } from "../mime/bytes.ts";
import { startService, type TestService } from "../support/service.ts";
import {
  createVasp,
  multipart,
  NAMESPACE,
  type PartText,
  type Post,
  TEXT,
  type Vasp,
  type VaspResponse,
} from "../support/vasp.ts";

let test: TestService;
let vasp: Vasp;

Deno.test.beforeAll(async () => {
  test = await startService({ config: { MM7_BODY_MAX_BYTES: "200KB", MM7_PARTS_MAX: "5" } });
  vasp = createVasp(test);
});

Deno.test.afterAll(() => test.stop());

const TRANSACTION = "\n\t tx  &amp; 3\n ";
const OLD = NAMESPACE.replace("REL-6-MM7-1-4", "REL-5-MM7-1-3");

const envelope = (): PartText => ({
  headers: ["Content-Type: text/xml; charset=utf-8", "Content-ID: <start>"],
  content: vasp.envelope({
    transactionId: TRANSACTION,
    namespace: OLD,
    fields: { MM7Version: "<MM7Version>5.6.0</MM7Version>" },
  }),
});

/** Builds a multipart request of the envelope and these parts. */
const related = (...parts: PartText[]): Post => ({
  raw: multipart("main-boundary", [envelope(), ...parts]),
});

const cut = (post: Post, bytes: number): Post => ({
  raw: (post.raw as Uint8Array).subarray(0, -bytes),
});

const nested = (part: PartText): PartText => ({
  headers: ["Content-Type: multipart/mixed; boundary=inner", "Content-ID: <content>"],
  content: multipart("inner", [part]),
});

const ENCODED: PartText = {
  headers: [...TEXT.headers, "Content-Transfer-Encoding: base64"],
  content: "!!!",
};

/** Sends the body in chunks, without a declared length. */
function chunked(post: Post): Post {
  const { headers } = TEXT;
  const big = multipart("main-boundary", [{ headers, content: "x".repeat(300_000) }]);
  const start = (post.raw as Uint8Array).subarray(0, -"--main-boundary--\r\n".length);
  return { raw: ReadableStream.from([start, big]) };
}

const FAULTS: [what: string, post: () => Post, code: number, status?: number][] = [
  ["a part that does not decode", () => related(ENCODED), 2513],
  ["a part of a part that does not decode", () => related(nested(ENCODED)), 2513],
  [
    "a part whose Content-Type is malformed",
    () => related({ headers: ["Content-Type: image"], content: "" }),
    2514,
  ],
  [
    "a multipart without boundary inside",
    () => related({ headers: ["Content-Type: multipart/mixed"], content: "" }),
    2514,
  ],
  ["more parts than are read", () => related(...Array(5).fill(TEXT)), 2560],
  [
    "a header that is longer than is read",
    () => related({ headers: [...TEXT.headers, `X: ${"x".repeat(9000)}`], content: "" }),
    2560,
  ],
  ["a header line without a name", () => related({ headers: ["nothing"], content: "" }), 2007],
  ["a multipart that is cut off in a part", () => cut(related(TEXT), 30), 2007],
  ["a multipart that is cut off in a header", () => cut(related(TEXT), 60), 2007],
  ["a multipart that is cut off in its envelope", () => cut(related(), 80), 2007],
  [
    "an envelope that says it is no XML",
    () => ({
      raw: multipart("main-boundary", [
        { ...envelope(), headers: ["Content-Type: image/png", "Content-ID: <start>"] },
      ]),
    }),
    2515,
  ],
  ["a body over the limit, as far as it was read", () => chunked(related()), 2560, 413],
  ["wrong credentials and a body that is cut off", () => cutOfNobody(), 2568, 401],
];

const cutOfNobody = (): Post => ({ ...cut(related(TEXT), 30), password: "wrong" });

for (const [title, post, code, status = 200] of FAULTS) {
  Deno.test(`spec 2.2 ${code} ${title}: TransactionID, namespace and version of the request`, async () => {
    const response = await vasp.post(post());
    assert.deepEqual([response.code, response.status], [code, status], response.xml);
    assertRepeats(response);
  });
}

function assertRepeats({ xml }: VaspResponse): void {
  assert.ok(
    xml.includes(
      `<soap-env:Header><TransactionID xmlns="${OLD}" soap-env:mustUnderstand="1">` +
        `${TRANSACTION}</TransactionID></soap-env:Header>`,
    ),
    xml,
  );
  assert.ok(xml.includes(`<RSErrorRsp xmlns="${OLD}"><MM7Version>5.6.0</MM7Version>`), xml);
}

const UNTOLD: [what: string, post: () => Post, code: number, status?: number][] = [
  ["no multipart", () => ({ raw: joined([new Uint8Array(10)]) }), 2007],
  ["a declared length over the limit", () => ({ raw: new Uint8Array(300_000) }), 2560, 413],
];

for (const [title, post, code, status = 200] of UNTOLD) {
  Deno.test(`spec 2.2 ${code} ${title}: an empty Header`, async () => {
    const response = await vasp.post(post());
    assert.deepEqual([response.code, response.status], [code, status], response.xml);
    assert.match(response.xml, /<soap-env:Header\/>/);
  });
}

Deno.test("spec 2.2 an accepted message: TransactionID with its white space", async () => {
  const { xml, code } = await vasp.post(related(TEXT));
  assert.equal(code, 1000, xml);
  assert.ok(xml.includes(`soap-env:mustUnderstand="1">${TRANSACTION}</TransactionID>`), xml);
});
