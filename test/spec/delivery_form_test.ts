/**
 * Spec 1.5, 2.3 (slide rules 8 and 9), 4.4 and 7.3; contract section 7: the form in which each
 * recipient gets a message.
 */
import assert from "node:assert/strict";
import { type FileServer, startFiles } from "../support/files.ts";
import { audio, bytes, ffprobe, image, video } from "../support/media.ts";
import { startService, type TestService } from "../support/service.ts";
import {
  ANDROID,
  APPLE,
  type Body,
  type Carried,
  carriedOnce,
  NO_HANDSET,
  NO_MMS,
  save,
  sendMms,
  SMALL_OPERATOR,
  textsOf,
  TO,
} from "./traffic.ts";

let test: TestService;
let files: FileServer;
/** File whose rendition for 600 KB exceeds 300 KB, and whose rendition for 1 MB exceeds 600 KB. */
let long: string;
let objects: string;

const OBJECTS = {
  contact: ["text/vcard", "card.vcf", "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ana\r\nEND:VCARD\r\n"],
  calendar: ["text/calendar", "day.ics", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n"],
  pdf: ["application/pdf", "menu.pdf", "%PDF-1.4\n"],
  "ms-excel": [
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "list.xlsx",
    "PK\x03\x04",
  ],
} as const;

type Kind = keyof typeof OBJECTS;

Deno.test.beforeAll(async () => {
  files = startFiles();
  test = await startService();
  const film = await files.add("film.mp4", "video/mp4", await video({ seconds: 6 }));
  const photo = await files.add("photo.jpg", "image/jpeg", await image("photo.jpg"));
  const sound = await files.add("sound.mp3", "audio/mpeg", await audio({ seconds: 3 }));
  long = (await save(test, {
    slide: [{ video: { url: film } }, { image: { url: photo }, audio: { url: sound } }],
    "message-subject": "Summer ☀ sale",
  })).mmsId;
  const slide = await Promise.all(
    Object.entries(OBJECTS).map(async ([kind, [type, name, content]]) => ({
      [kind]: { url: await files.add(name, type, await bytes(name, content)) },
      ...(kind === "pdf" ? { "message-text": "Our menu" } : {}),
    })),
  );
  objects = (await save(test, { slide })).mmsId;
});

Deno.test.afterAll(async () => {
  await test.stop();
  await files.stop();
});

/** Raw bytes × 1.37 + 814 (contract section 7). */
const wireBytes = ({ parts }: Carried) =>
  parts.reduce((sum, { bytes }) => sum + bytes.length, 0) * 1.37 + 814;

/** Probes a part's streams: codec and, of a picture, its size. */
async function streamsOf({ parts }: Carried, type: string) {
  const part = parts.find((part) => part.type === type);
  assert.ok(part, `${type} among ${parts.map((part) => part.type).join(", ")}`);
  const path = await bytes(`${crypto.randomUUID()}.${type.split("/")[1]}`, part.bytes);
  const { streams, plays } = await ffprobe(path);
  assert.ok(plays);
  return streams.map(({ codec_name, width, height }) =>
    width === undefined ? codec_name : `${codec_name} ${width}×${height}`
  ).sort();
}

// ── contract section 7: the best rendition that fits ──

Deno.test("contract 7 an operator of 600 KB gets standard: H.264 to 480p, AAC, MP3", async () => {
  const carried = await carriedOnce(test, await sendMms(test, long));
  assert.ok(wireBytes(carried) <= 600_000);
  const [sound, picture] = await streamsOf(carried, "video/mp4");
  assert.match(picture!, /^h264 \d+×\d+$/);
  assert.equal(sound, "aac");
  assert.deepEqual(await streamsOf(carried, "audio/mpeg"), ["mp3"]);
});

Deno.test("contract 7 an operator of 300 KB gets basic: H.263 QCIF, AMR-NB", async () => {
  const carried = await carriedOnce(test, await sendMms(test, long, { to: SMALL_OPERATOR }));
  assert.ok(wireBytes(carried) <= 300_000);
  assert.deepEqual(await streamsOf(carried, "video/3gpp"), ["amr_nb", "h263 176×144"]);
  assert.deepEqual(await streamsOf(carried, "audio/amr"), ["amr_nb"]);
  const photo = carried.parts.find(({ type }) => type === "image/jpeg")!;
  assert.ok(photo.bytes.length <= 100_000);
});

Deno.test("contract 7 an operator of 1 MB gets rich: more of the same film", async () => {
  const verizon = { "operator-id": "0001890", to: NO_HANDSET };
  const rich = await carriedOnce(test, await sendMms(test, long, verizon));
  assert.ok(wireBytes(rich) <= 1_200_000);
  const standard = await carriedOnce(test, await sendMms(test, long));
  assert.ok(wireBytes(rich) > wireBytes(standard));
});

Deno.test("spec 1.5 an operator without MMS gets the fallback text and a link", async () => {
  const { kind, text } = await carriedOnce(test, await sendMms(test, long, { to: NO_MMS }));
  assert.equal(kind, "SMS");
  assert.match(text!, /^See it at example\.com http:\/\/127\.0\.0\.1:\d+\/m\/[\w-]{22}$/);
});

Deno.test("spec 4.4 disable-fallback-sms-link: the text alone; it overrides the template", async () => {
  const fields = { to: NO_MMS, "disable-fallback-sms-link": true };
  const { text } = await carriedOnce(test, await sendMms(test, long, fields));
  assert.equal(text, "See it at example.com");
  const { mmsId } = await save(test, {
    slide: [{ "message-text": "Hello" }],
    "disable-fallback-sms-link": true,
  });
  const saved = await carriedOnce(test, await sendMms(test, mmsId, { to: NO_MMS }));
  assert.equal(saved.text, "See it at example.com");
  const other = { to: NO_MMS, "disable-fallback-sms-link": false };
  assert.match((await carriedOnce(test, await sendMms(test, mmsId, other))).text!, / http:/);
});

// ── 2.3 slide rule 8 ──

/** Kinds of objects that each platform gets as attachments; the others are sent as links. */
const FORMS: [platform: string, to: string, known: boolean, attached: Kind[]][] = [
  ["platform A", APPLE, true, ["contact", "calendar", "pdf", "ms-excel"]],
  ["platform B", ANDROID, true, ["contact", "ms-excel"]],
  ["another handset", TO, true, []],
  ["an unknown handset", NO_HANDSET, false, ["contact", "ms-excel"]],
];

for (const [platform, to, isKnown, attached] of FORMS) {
  Deno.test(`spec 2.3 slide rule 8: ${platform}: ${attached.join(", ") || "nothing"} attached`, async () => {
    // The report of an earlier MMS names the handset.
    if (isKnown) await sendMms(test, long, { to });
    const carried = await carriedOnce(test, await sendMms(test, objects, { to }));
    const isAttached = (kind: string) => attached.includes(kind as Kind);
    const types = Object.entries(OBJECTS).filter(([kind]) => isAttached(kind))
      .map(([, [type]]) => type);
    const others = carried.parts.map(({ type }) => type.split(";")[0])
      .filter((type) => type !== "application/smil" && type !== "text/plain");
    assert.deepEqual(others, types);

    const links = textsOf(carried).flatMap((text) => text.match(/http:\S+$/) ?? []);
    assert.equal(links.length, 4 - attached.length);
    const linked = Object.entries(OBJECTS).filter(([kind]) => !isAttached(kind));
    for (const [index, [, [type, , content]]] of linked.entries()) {
      const response = await fetch(links[index]!);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get("content-type")!.split(";")[0], type);
      const received = new Uint8Array(await response.arrayBuffer());
      assert.deepEqual(received, new TextEncoder().encode(content));
    }
    if (!isAttached("pdf")) {
      assert.ok(textsOf(carried).some((text) => text.startsWith("Our menu\nhttp:")));
    }
  });
}

// ── 2.3 slide rule 9 ──

const SUBJECTS: [what: string, subject: string, to: string, sent: string | null][] = [
  ["80 characters are kept", "é".repeat(80), TO, "é".repeat(80)],
  ["extra characters are cut off", "s".repeat(200), TO, "s".repeat(80)],
  ["no emoji is cut in two", `${"s".repeat(79)}👩‍👩‍👧`, TO, "s".repeat(79)],
  ["what no handset can show is stripped", "a\u202eb\ue000c\u2028d", TO, "abc d"],
  ["emoji stay where the operator takes them", "Summer ☀ sale", TO, "Summer ☀ sale"],
  ["where it takes GSM they are stripped", "Summer ☀ sale", SMALL_OPERATOR, "Summer sale"],
  ["a subject of which nothing is left is none", "☀☀", SMALL_OPERATOR, null],
];

for (const [title, subject, to, sent] of SUBJECTS) {
  Deno.test(`spec 2.3 slide rule 9: ${title}`, async () => {
    const { mmsId } = await save(test, { slide: [{ "message-text": "Hello" }] });
    const fields = { to, "message-subject": subject };
    assert.equal((await carriedOnce(test, await sendMms(test, mmsId, fields))).subject, sent);
  });
}

// ── 3.1: progress ──

Deno.test("contract 3: a template's progress can be read while it is locked", async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => release = resolve);
  const content = await Deno.readFile(await image("photo.jpg"));
  const slow = files.respond("slow.jpg", async () => {
    await held;
    return new Response(content, { headers: { "content-type": "image/jpeg" } });
  });
  const quick = await files.add("quick.gif", "image/gif", await image("dot.gif"));
  const saving = save(test, { slide: [{ image: { url: slow } }, { image: { url: quick } }] });
  const states = async (): Promise<string[]> => {
    const { body } = await test.admin("GET", "/templates?state=locked");
    return body.items[0]?.media.map(({ state }: Body) => state) ?? [];
  };
  for (let seen = ""; seen !== "fetching,waiting";) seen = (await states()).join();
  release();
  const { mmsId } = await saving;
  const { body } = await test.admin("GET", `/templates/${mmsId}`);
  assert.deepEqual(body.media.map(({ state }: Body) => state), ["done", "done"]);
});
