/**
 * Spec 2.3, fetching rule 4, for the parts of an MM7 submission: a file that is not of its declared
 * type, or damaged, is refused: by 2004 where that is seen at once, else by E011 to E013 and E101.
 */
import assert from "node:assert/strict";
import { image, second } from "../support/media.ts";
import { startService, type TestService } from "../support/service.ts";
import { createVasp, type PartText, type Vasp } from "../support/vasp.ts";
import { carriedOnce } from "./traffic.ts";

let test: TestService;
let vasp: Vasp;

Deno.test.beforeAll(async () => {
  test = await startService();
  vasp = createVasp(test);
});

Deno.test.afterAll(async () => {
  await vasp.lintResponses();
  await test.stop();
});

const post = (type: string, content: Uint8Array | string, adaptable: boolean) => {
  const part: PartText = { headers: [`Content-Type: ${type}`, "Content-ID: <content>"], content };
  const Content = `<Content href="cid:content" allowAdaptations="${adaptable}"/>`;
  return vasp.post({ fields: { Content }, content: part });
};

const read = async (path: Promise<string>) => await Deno.readFile(await path);
const half = async (path: Promise<string>) => {
  const file = await read(path);
  return file.subarray(0, file.length / 2);
};

const SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Files of another type than they say, whether they may be adapted or not. */
const LIES: [type: string, of: string, file: () => Promise<Uint8Array | string>][] = [
  ["image/png", "a JPEG", () => read(image("gps.jpg"))],
  ["image/jpeg", "a PNG", () => read(image("alpha.png"))],
  ["image/jpeg", "an HTML page", () => Promise.resolve("<!doctype html><title>404</title>")],
  ["image/gif", "a WebP", () => read(image("photo.webp"))],
  ["image/webp", "a JPEG", () => read(image("gps.jpg"))],
  ["audio/mpeg", "a WAV", () => read(second("wav"))],
  ["audio/wav", "an MP3", () => read(second("mp3"))],
  ["video/mp4", "an AVI", () => read(second("avi"))],
  ["video/avi", "an MP4", () => read(second("mp4"))],
  ["text/vcard", "text", () => Promise.resolve("Ana Silva, 617 555 0199")],
  ["text/calendar", "a vCard", () => Promise.resolve("BEGIN:VCARD\r\nVERSION:3.0\r\n")],
  ["application/pdf", "a PNG", () => read(image("alpha.png"))],
  ["application/octet-stream; name=a.webp", "a PNG", () => read(image("alpha.png"))],
  [SHEET, "a PDF", () => Promise.resolve("%PDF-1.4\n")],
];

for (const [type, of, file] of LIES) {
  Deno.test(`spec 2.3 rule 4: a part that says ${type} and is ${of} is 2004`, async () => {
    const content = await file();
    for (const adaptable of [false, true]) {
      const { code, details } = await post(type, content, adaptable);
      assert.equal(code, 2004, `allowAdaptations=${adaptable}`);
      assert.match(details!, /^part 2 \(\S+\): the content is not an? /);
    }
  });
}

/** Cut files, of types that handsets take as they are. */
const CUT: [type: string, file: () => Promise<Uint8Array>][] = [
  ["image/jpeg", () => half(image("gps.jpg"))],
  ["image/png", () => half(image("alpha.png"))],
  ["image/gif", () => half(image("dot.gif"))],
  ["video/mp4", async () => (await half(second("mp4"))).subarray(0, 100)],
];

for (const [type, file] of CUT) {
  Deno.test(`spec 2.3 rule 4: a cut part of ${type} is 2004`, async () => {
    const content = await file();
    for (const adaptable of [false, true]) {
      const { code, details } = await post(type, content, adaptable);
      assert.equal(code, 2004, `allowAdaptations=${adaptable}`);
      assert.match(details!, /or is damaged$/);
    }
  });
}

Deno.test("spec 2.3 rule 4: a cut part that may be adapted, and has to be, is E011 and E101", async () => {
  const content = await half(image("photo.webp"));
  assert.equal((await post("image/webp", content, false)).code, 2004);
  const { code, messageId } = await post("image/webp", content, true);
  assert.equal(code, 1000);
  await test.receiver.untilCodes(messageId!, ["E011", "E101"]);
});

Deno.test("spec 2.3 rule 4: whole parts of every type go out as they came", async () => {
  const WHOLE: [type: string, file: () => Promise<Uint8Array | string>][] = [
    ["image/jpg", () => read(image("gps.jpg"))],
    ["image/png", () => read(image("alpha.png"))],
    ["image/gif", () => read(image("dot.gif"))],
    ["audio/mp3", () => read(second("mp3"))],
    ["audio/amr", () => read(second("amr"))],
    ["video/mp4", () => read(second("mp4"))],
    ["video/3gpp", () => read(second("3gp"))],
    ["video/quicktime", () => read(second("mov"))],
    ["video/mpeg", () => read(second("mpg"))],
    ["audio/x-wav", () => read(second("wav"))],
    ["video/x-ms-wmv", () => read(second("wmv"))],
    ["text/x-vcard", () => Promise.resolve("BEGIN:VCARD\r\nVERSION:3.0\r\nEND:VCARD\r\n")],
    ["application/octet-stream; name=a.png", () => read(image("alpha.png"))],
  ];
  for (const [type, file] of WHOLE) {
    const content = await file();
    const { code, details, messageId } = await post(type, content, false);
    assert.equal(code, 1000, `${type}: ${details}`);
    await test.receiver.untilCodes(messageId!, ["N101", "N102"]);
    const { parts } = await carriedOnce(test, { id: messageId! });
    const sent = typeof content === "string" ? new TextEncoder().encode(content) : content;
    assert.deepEqual(parts.at(-1)!.bytes, new Uint8Array(sent), type);
  }
});
