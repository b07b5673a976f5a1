/**
 * Contract sections 4 and 5: treatment of an MM7 submission's content: left as it is, fitted to the
 * operator (N013, E012, E013, E011), sent as SMS, or refused by its size.
 */
import assert from "node:assert/strict";
import { audio, bytes, cut, ffprobe, image, video } from "../support/media.ts";
import { startService, type TestService } from "../support/service.ts";
import { createVasp, multipart, type PartText, type Vasp } from "../support/vasp.ts";
import { type Body, type Carried, carriedOnce } from "./traffic.ts";

let test: TestService;
let vasp: Vasp;

Deno.test.beforeAll(async () => {
  test = await startService({ config: { DELIVER_RETRY: "0.05s" } });
  vasp = createVasp(test);
});

Deno.test.afterAll(async () => {
  await vasp.lintResponses();
  await test.stop();
});

const PLAIN = "16175550101";
/** Recipient whose operator accepts 300 KB. */
const SMALL = "16175550108";
/** Recipient whose operator has no MMS. */
const NONE = "16175550107";

interface Submission {
  to?: string;
  adaptable?: boolean;
  subject?: string;
  parts: PartText[];
  /** Start part of the multipart that Content refers to. */
  start?: string;
}

interface Outcome {
  id: string;
  postbacks: Body[];
}

async function submit(
  { to = PLAIN, adaptable = false, subject = "", parts, start }: Submission,
  codes: string[],
): Promise<Outcome> {
  const id = await vasp.submit({
    fields: {
      Recipients: `<Recipients><To><Number>${to}</Number></To></Recipients>`,
      Subject: subject && `<Subject>${subject}</Subject>`,
      Content: `<Content href="cid:content" allowAdaptations="${adaptable}"/>`,
    },
    content: {
      headers: [
        `Content-Type: multipart/related; boundary="inner"${start ? `; start="<${start}>"` : ""}`,
        "Content-ID: <content>",
      ],
      content: multipart("inner", parts),
    },
  });
  await test.receiver.untilCodes(id, codes);
  const postbacks = test.receiver.received.map(({ body }) => body)
    .filter((body) => body["tracking-id"] === id);
  return { id, postbacks };
}

async function file(type: string, path: string, id = "file"): Promise<PartText> {
  return {
    headers: [`Content-Type: ${type}`, `Content-ID: <${id}>`],
    content: await Deno.readFile(path),
  };
}

function text(content: string, id = "text"): PartText {
  return {
    headers: ["Content-Type: text/plain; charset=utf-8", `Content-ID: <${id}>`],
    content,
  };
}

function smil(body: string): PartText {
  return {
    headers: ["Content-Type: application/smil", "Content-ID: <smil>"],
    content: `<smil><head><layout><region id="a" fit="meet"/></layout></head>` +
      `<body>${body}</body></smil>`,
  };
}

const wire = (message: Carried) =>
  message.parts.reduce((sum, { bytes }) => sum + bytes.length, 0) * 1.37 + 814;
const shown = (message: Carried) => message.parts.map(({ type }) => type);

Deno.test("content: no SMIL is one slide per part, in order, with a SMIL of ours", async () => {
  const parts = [text("one", "a"), await file("image/jpeg", await image("gps.jpg")), text("two")];
  const { id } = await submit({ parts }, ["N101", "N102"]);
  const message = await carriedOnce(test, { id });
  assert.deepEqual(shown(message), [
    "application/smil",
    "text/plain; charset=utf-8",
    "image/jpeg",
    "text/plain; charset=utf-8",
  ]);
  const [smil, , picture] = message.parts;
  assert.equal(new TextDecoder().decode(smil!.bytes).match(/<par /g)!.length, 3);
  assert.deepEqual(picture!.bytes, new Uint8Array(await Deno.readFile(await image("gps.jpg"))));
});

Deno.test("content: with SMIL the parts go out as they came, SMIL first and untouched", async () => {
  const parts = [
    text("hello", "t"),
    await file("image/png; name=a.png", await image("alpha.png"), "i@x"),
    smil(`<par dur="3s"><img src="cid:i@x" region="a"/></par><par><text src="cid:t"/></par>`),
  ];
  const { id } = await submit({ parts, start: "smil" }, ["N101", "N102"]);
  const message = await carriedOnce(test, { id });
  assert.deepEqual(
    message.parts.map((part) => [part.type, part["content-id"]]),
    [
      ["application/smil", "smil"],
      ["text/plain; charset=utf-8", "t"],
      ["image/png; name=a.png", "i@x"],
    ],
  );
  const sent = [parts[2]!, parts[0]!, parts[1]!];
  for (const [index, { content }] of sent.entries()) {
    const expected = typeof content === "string" ? new TextEncoder().encode(content) : content;
    assert.deepEqual([...message.parts[index]!.bytes], [...expected]);
  }
});

Deno.test("content: SMIL by the name of RFC 4536 goes out as it came", async () => {
  const presentation = {
    ...smil(`<par><text src="cid:t"/></par>`),
    headers: ["Content-Type: application/smil+xml", "Content-ID: <smil>"],
  };
  const { id } = await submit({ parts: [text("hello", "t"), presentation] }, ["N101", "N102"]);
  const message = await carriedOnce(test, { id });
  assert.deepEqual(shown(message), ["application/smil+xml", "text/plain; charset=utf-8"]);
  assert.equal(new TextDecoder().decode(message.parts[0]!.bytes), presentation.content);
});

Deno.test("content: a broken SMIL is left out, its parts are not", async () => {
  const parts = [{ ...smil(""), content: "<smil><body><par>" }, text("hello")];
  const { id } = await submit({ parts, start: "smil" }, ["N101", "N102"]);
  const message = await carriedOnce(test, { id });
  assert.deepEqual(shown(message), ["application/smil", "text/plain; charset=utf-8"]);
  assert.match(new TextDecoder().decode(message.parts[0]!.bytes), /<text src="cid:/);
});

Deno.test("content: a picture alone, without a multipart around it", async () => {
  const id = await vasp.submit({
    content: {
      headers: ["Content-Type: image/jpeg", "Content-ID: <content>"],
      content: await Deno.readFile(await image("gps.jpg")),
    },
  });
  await test.receiver.untilCodes(id, ["N101", "N102"]);
  assert.deepEqual(shown(await carriedOnce(test, { id })), ["application/smil", "image/jpeg"]);
});

Deno.test("content: parts without a Content-Type are what their bytes are", async () => {
  const untyped = (part: PartText, id: string) => ({ ...part, headers: [`Content-ID: <${id}>`] });
  const parts = [
    untyped(await file("", await image("gps.jpg")), "img"),
    untyped(text("Zażółć 😀"), "words"),
    untyped(smil(`<par><img src="cid:img"/><text src="cid:words"/></par>`), "show"),
  ];
  const { id } = await submit({ parts, start: "show" }, ["N101", "N102"]);
  const message = await carriedOnce(test, { id });
  assert.deepEqual(shown(message), [
    "application/smil; charset=utf-8",
    "image/jpeg",
    "text/plain; charset=utf-8",
  ]);
  assert.equal(new TextDecoder().decode(message.parts[2]!.bytes), "Zażółć 😀");
});

Deno.test("content: an envelope and a text without headers", async () => {
  const id = await vasp.submit({
    contentType: `multipart/related; boundary="main-boundary"`,
    raw: multipart("main-boundary", [
      { headers: [], content: vasp.envelope() },
      { headers: ["Content-ID: <content>"], content: "Hello" },
    ]),
  });
  await test.receiver.untilCodes(id, ["N101", "N102"]);
  assert.deepEqual(shown(await carriedOnce(test, { id })).slice(1), ["text/plain; charset=utf-8"]);
});

Deno.test("content: octets with a known extension are taken for what it says", async () => {
  const part = await file("application/octet-stream; name=a.jpg", await image("gps.jpg"));
  const { id } = await submit({ parts: [part] }, ["N101", "N102"]);
  assert.equal(shown(await carriedOnce(test, { id }))[1], "image/jpeg");
});

Deno.test("content: allowAdaptations=false, too big for the operator: SMS with its words", async () => {
  const parts = [text("Look at this"), await file("image/jpeg", await image("photo.jpg"))];
  const { id, postbacks } = await submit({ parts, subject: "Leaves" }, ["N101", "N102"]);
  assert.equal(postbacks[0]["sent-as"], "SMS");
  const sms = (await carriedOnce(test, { id })).text!;
  assert.match(sms, /^Leaves\nLook at this http:\/\/\S+\/m\/[\w-]{22}$/);
});

Deno.test("content: too big, and no words for an SMS: the link to its page, which shows it", async () => {
  const path = await image("photo.jpg");
  const { id } = await submit({ parts: [await file("image/jpeg", path)] }, ["N101", "N102"]);
  const url = (await carriedOnce(test, { id })).text!;
  assert.match(url, /^http:\/\/\S+\/m\/[\w-]{22}$/);
  const [, src] = /<img[^>]* src="([^"]+)"/.exec(await (await fetch(url)).text())!;
  const shown = await fetch(new URL(src!, url));
  assert.deepEqual(new Uint8Array(await shown.arrayBuffer()), await Deno.readFile(path));
});

Deno.test("content: too big, and the account has no fallback: E101 MMS is too big", async () => {
  await test.admin("PATCH", "/accounts/acme", { "allow-fallback-sms": false });
  const parts = [await file("image/jpeg", await image("photo.jpg"))];
  const { postbacks } = await submit({ parts }, ["N101", "E101"]);
  await test.admin("PATCH", "/accounts/acme", { "allow-fallback-sms": true });
  assert.equal(postbacks[1]["status-details"], "MMS is too big");
});

Deno.test("content: an operator without MMS: SMS", async () => {
  const { postbacks } = await submit({ parts: [text("Hello")], to: NONE }, ["N101", "N102"]);
  assert.equal(postbacks[1]["sent-as"], "SMS");
});

Deno.test("content: allowAdaptations=true and it fits: as it came, without N013", async () => {
  const parts = [await file("image/jpeg", await image("gps.jpg"))];
  const { id } = await submit({ parts, adaptable: true }, ["N101", "N102"]);
  const message = await carriedOnce(test, { id });
  assert.deepEqual(
    message.parts[1]!.bytes,
    new Uint8Array(await Deno.readFile(await image("gps.jpg"))),
  );
});

for (const [to, limit] of [[PLAIN, 600_000], [SMALL, 300_000]] as const) {
  Deno.test(`content: allowAdaptations=true, a photograph is fitted to ${limit} bytes: N013 first`, async () => {
    const parts = [
      smil(`<par><img src="cid:file"/><text src="cid:text"/></par>`),
      await file("image/jpeg", await image("photo.jpg")),
      text("Leaves"),
    ];
    const submission = { parts, adaptable: true, to, start: "smil" };
    const { id, postbacks } = await submit(submission, ["N013", "N101", "N102"]);
    assert.deepEqual(Object.keys(postbacks[0]).sort(), [
      "code",
      "origin",
      "timestamp",
      "tracking-id",
    ]);
    const message = await carriedOnce(test, { id });
    assert.equal(message.kind, "MMS");
    assert.ok(wire(message) <= limit, `${wire(message)}`);
    // The VASP's own presentation refers to the new file by the old name.
    assert.equal(new TextDecoder().decode(message.parts[0]!.bytes), parts[0]!.content);
    assert.equal(message.parts[1]!["content-id"], "file");
    const probed = await ffprobe(await bytes(`${id}.jpg`, message.parts[1]!.bytes));
    assert.equal(probed.streams[0]!.codec_name, "mjpeg");
  });
}

Deno.test("content: allowAdaptations=true, a film is fitted", async () => {
  const parts = [await file("video/mp4", await video({ seconds: 4 }))];
  const { id } = await submit({ parts, adaptable: true }, ["N013", "N101", "N102"]);
  const message = await carriedOnce(test, { id });
  assert.ok(wire(message) <= 600_000);
  const { streams } = await ffprobe(await bytes(`${id}.mp4`, message.parts[1]!.bytes));
  assert.ok(streams.some(({ codec_name }) => codec_name === "h264"));
});

Deno.test("content: allowAdaptations=true, what no handset plays is turned into what all do", async () => {
  const parts = [await file("image/webp", await image("photo.webp"))];
  const { id } = await submit({ parts, adaptable: true }, ["N013", "N101", "N102"]);
  assert.equal(shown(await carriedOnce(test, { id }))[1], "image/jpeg");
});

const BROKEN: [what: string, part: () => Promise<PartText>, code: string, details: string][] = [
  [
    "a film",
    async () =>
      await file("video/avi", await cut("cut.avi", await video({ extension: "avi" }), 0.1)),
    "E013",
    "Audio or Video Transcoding Failed",
  ],
  [
    "sound",
    async () => await file("audio/wav", await bytes("noise.wav", "RIFF nothing of the kind")),
    "E012",
    "Audio or Video Transcoding Failed",
  ],
  [
    "an image",
    async () => await file("image/webp", await bytes("no.webp", "nothing of the kind")),
    "E011",
    "Content Validation Failed",
  ],
];

for (const [title, part, code, details] of BROKEN) {
  Deno.test(`content: allowAdaptations=true, ${title} that is broken: ${code}, then E101`, async () => {
    const { postbacks } = await submit({ parts: [await part()], adaptable: true }, [code, "E101"]);
    assert.equal(postbacks[1]["status-details"], details);
    const name = { E013: "video-name", E012: "audio-name", E011: "content-name" }[code]!;
    assert.equal(postbacks[0][name], "cid:file");
    assert.ok(postbacks[0]["error-info"]);
  });
}

Deno.test("content: allowAdaptations=true, a PDF that cannot be made smaller: SMS", async () => {
  const pdf = await bytes("big.pdf", `%PDF-1.4\n${"x".repeat(700_000)}`);
  const parts = [await file("application/pdf", pdf), text("The terms")];
  const { postbacks } = await submit({ parts, adaptable: true }, ["N101", "N102"]);
  assert.equal(postbacks[0]["sent-as"], "SMS");
});

Deno.test("content: files that cannot share a slide go on slides of their own", async () => {
  const photo = await image("gps.jpg");
  const parts = [
    smil(
      `<par><img src="cid:a"/><img src="cid:b"/><audio src="cid:c"/><text src="cid:text"/></par>`,
    ),
    await file("image/webp", await image("photo.webp"), "a"),
    await file("image/jpeg", photo, "b"),
    await file("audio/wav", await audio({ extension: "wav", seconds: 1 }), "c"),
    text("Both"),
  ];
  const submission = { parts, adaptable: true, start: "smil" };
  const { id } = await submit(submission, ["N013", "N101", "N102"]);
  const message = await carriedOnce(test, { id });
  assert.deepEqual(message.parts.map((part) => part["content-id"]), [
    "smil",
    "a",
    "b",
    "c",
    "text",
  ]);
  assert.deepEqual(shown(message).slice(1, 4), ["image/jpeg", "image/jpeg", "audio/mpeg"]);
});
