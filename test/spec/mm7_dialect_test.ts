/** Strict and lenient reading of an account's MM7 requests (contract section 5). */
import assert from "node:assert/strict";
import { startService, type TestService } from "../support/service.ts";
import { createVasp, multipart, type PartText, TEXT, type Vasp } from "../support/vasp.ts";
import { carriedOnce } from "./traffic.ts";

let test: TestService;
let vasp: Vasp;

Deno.test.beforeAll(async () => {
  test = await startService();
  vasp = createVasp(test);
});

Deno.test.afterAll(() => test.stop());

type Settings = Record<"mm7-dialect" | "mm7-text-xml" | "mm7-allow-adaptations", unknown>;
const NOTHING: Settings = {
  "mm7-dialect": null,
  "mm7-text-xml": null,
  "mm7-allow-adaptations": null,
};
const LENIENT: Settings = { ...NOTHING, "mm7-dialect": "lenient" };

async function set(settings: Settings): Promise<void> {
  const { status } = await test.admin("PATCH", "/accounts/acme", settings);
  assert.equal(status, 200);
}

const MULTIPART = `multipart/related; boundary=b; type="text/xml"`;
const UNTYPED = `multipart/related; boundary=b`;

const TYPES: [settings: Settings, type: string, accept: string | null, isTextXml: boolean][] = [
  [NOTHING, MULTIPART, null, false],
  [{ ...NOTHING, "mm7-dialect": "strict" }, MULTIPART, "*/*", false],
  [LENIENT, MULTIPART, null, true],
  [LENIENT, MULTIPART, "*/*", true],
  [LENIENT, MULTIPART, "text/*;q=0.1, application/xml", true],
  [LENIENT, MULTIPART, "application/xml", false],
  [LENIENT, MULTIPART, "text/xml;q=0, */*", false],
  [LENIENT, `multipart/related; boundary=b; type="application/xml"`, null, false],
  [LENIENT, UNTYPED, null, false],
  [LENIENT, `multipart/related; boundary=b; TYPE=Text/XML`, null, true],
  [{ ...LENIENT, "mm7-text-xml": false }, MULTIPART, null, false],
  [{ ...LENIENT, "mm7-text-xml": false }, MULTIPART, "text/xml", true],
  [{ ...LENIENT, "mm7-text-xml": true }, UNTYPED, "application/xml", true],
  [{ ...NOTHING, "mm7-text-xml": true }, UNTYPED, null, true],
];

for (const [settings, contentType, accept, isTextXml] of TYPES) {
  const words = JSON.stringify(Object.values(settings));
  Deno.test(`${words}: ${contentType}, Accept ${accept}: text/xml ${isTextXml}`, async () => {
    await set(settings);
    const { headers, xml } = await vasp.post({
      contentType,
      headers: accept === null ? {} : { accept },
      raw: request([TEXT]),
    });
    const type = isTextXml ? "text/xml" : "application/xml";
    assert.equal(headers.get("content-type"), `${type}; charset=utf-8`, xml);
  });
}

const ADAPTATIONS: [settings: Settings, code: number][] = [
  [NOTHING, 2007],
  [LENIENT, 1000],
  [{ ...LENIENT, "mm7-allow-adaptations": "false" }, 1000],
  [{ ...LENIENT, "mm7-allow-adaptations": "required" }, 2007],
  [{ ...NOTHING, "mm7-allow-adaptations": "false" }, 1000],
];

for (const [settings, expected] of ADAPTATIONS) {
  const words = JSON.stringify(Object.values(settings));
  Deno.test(`${words}: a missing allowAdaptations is ${expected}`, async () => {
    await set(settings);
    const { code, details } = await vasp.post({
      fields: { Content: `<Content href="cid:content"/>` },
    });
    assert.equal(code, expected);
    if (code === 2007) assert.match(details!, /mm7-dialect or mm7-allow-adaptations/);
  });
}

/** Writes a request with a Content, or without one, and parts beside its envelope. */
function request(parts: PartText[], Content = `<Content href="cid:content"/>`): Uint8Array {
  const envelope = { fields: { Content } };
  const start = { headers: ["Content-Type: text/xml"], content: vasp.envelope(envelope) };
  return multipart("b", [start, ...parts]);
}

const UNNAMED: PartText = { headers: ["Content-Type: text/plain; charset=utf-8"], content: "Hi" };
const NESTED: PartText = {
  headers: ["Content-Type: multipart/mixed; boundary=c"],
  content: multipart("c", [UNNAMED]),
};

const CONTENTS: [title: string, raw: () => Uint8Array, strict: number, lenient: number][] = [
  ["no Content and one other part", () => request([UNNAMED], ""), 2506, 1000],
  ["no Content and a multipart", () => request([NESTED], ""), 2506, 1000],
  ["a Content without href", () => request([UNNAMED], "<Content/>"), 2506, 1000],
  ["a Content with an empty href", () => request([UNNAMED], `<Content href=""/>`), 2506, 1000],
  ["no Content and two other parts", () => request([UNNAMED, UNNAMED], ""), 2506, 2506],
  ["no Content and no other part", () => request([], ""), 2506, 2506],
  ["a Content of no part", () => request([UNNAMED], `<Content href="cid:x"/>`), 2007, 2513],
  [
    "an allowAdaptations of neither word",
    () => request([UNNAMED], `<Content allowAdaptations="x"/>`),
    2506,
    2007,
  ],
];

for (const [title, raw, strict, lenient] of CONTENTS) {
  Deno.test(`${title}: strictly ${strict}, leniently ${lenient}`, async () => {
    await set(NOTHING);
    assert.equal((await vasp.post({ contentType: MULTIPART, raw: raw() })).code, strict);
    await set(LENIENT);
    const { code, messageId, xml } = await vasp.post({ contentType: MULTIPART, raw: raw() });
    assert.equal(code, lenient, xml);
    if (code !== 1000) return;
    await test.receiver.untilCodes(messageId!, ["N101", "N102"]);
    const { parts } = await carriedOnce(test, { id: messageId! });
    assert.equal(new TextDecoder().decode(parts.at(-1)!.bytes), "Hi");
  });
}

Deno.test("an account without a setting has the dialect of MM7_DIALECT", async () => {
  const other = await startService({ config: { MM7_DIALECT: "lenient" } });
  try {
    const client = createVasp(other);
    const Content = `<Content href="cid:content"/>`;
    assert.equal((await client.post({ fields: { Content } })).code, 1000);
    const refused = await client.post({ password: "wrong" });
    assert.deepEqual(
      [refused.status, refused.headers.get("content-type")],
      [401, "text/xml; charset=utf-8"],
    );
    await other.admin("PATCH", "/accounts/acme", { "mm7-dialect": "strict" });
    const { code, headers } = await client.post({ fields: { Content } });
    assert.deepEqual([code, headers.get("content-type")], [2007, "application/xml; charset=utf-8"]);
  } finally {
    await other.stop();
  }
});

Deno.test("a presentation beside its parts is laid out with them", async () => {
  await set(NOTHING);
  const smil: PartText = {
    headers: ["Content-Type: application/smil", "Content-ID: <content>"],
    content:
      `<smil><body><par><text src="cid:a"/></par><par><text src="cid:b"/></par></body></smil>`,
  };
  const texts = ["a", "b"].map((id) => ({
    ...UNNAMED,
    headers: [...UNNAMED.headers, `Content-ID: <${id}>`],
    content: id,
  }));
  const raw = request(
    [texts[0]!, smil, texts[1]!],
    `<Content href="cid:content" allowAdaptations="false"/>`,
  );
  const { code, messageId, xml } = await vasp.post({ contentType: MULTIPART, raw });
  assert.equal(code, 1000, xml);
  await test.receiver.untilCodes(messageId!, ["N101", "N102"]);
  const { parts } = await carriedOnce(test, { id: messageId! });
  assert.deepEqual(parts.map(({ type }) => type), [
    "application/smil",
    "text/plain; charset=utf-8",
    "text/plain; charset=utf-8",
  ]);
  assert.equal(new TextDecoder().decode(parts[0]!.bytes), smil.content);
});

for (const value of ["Lenient", "", "tolerant", 1, true]) {
  Deno.test(`an mm7-dialect of ${JSON.stringify(value)} is refused`, async () => {
    const { status } = await test.admin("PATCH", "/accounts/acme", { "mm7-dialect": value });
    assert.equal(status, 400);
  });
}
