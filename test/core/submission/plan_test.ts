/** Contract sections 4 and 5: the message of an accepted submission, by the form of its content. */
import assert from "node:assert/strict";
import { decide } from "../../../src/core/submission/decision.ts";
import type { SubmittedContent, SubmittedPart } from "../../../src/core/submission/content.ts";
import { isFault } from "../../../src/core/submission/fault.ts";
import { plannedMessage, type SubmissionPlan } from "../../../src/core/submission/plan.ts";
import type { SubmitRequest } from "../../../src/core/submission/request.ts";
import type {
  MessageSlide,
  MmsContent,
  SlideMedia,
} from "../../../src/core/composition/content.ts";
import {
  content,
  DAY,
  imagePart,
  NOON,
  smilPart,
  submitFacts,
  submitRequest,
  textPart,
  videoPart,
} from "./requests.ts";

const TEXT = content([textPart("text", "MM7 test text")]);

function planOf(
  request: Partial<SubmitRequest>,
  content = TEXT,
  facts?: Parameters<typeof submitFacts>[0],
): SubmissionPlan {
  const submitted = submitRequest(request);
  const decision = decide(submitted, submitFacts(facts, submitted), () => content);
  assert.ok(!isFault(decision), JSON.stringify(decision));
  return decision;
}

/** Stores the files under their Content-IDs. */
function contentOf(plan: SubmissionPlan): MmsContent {
  const blobOf = ({ contentId }: SubmittedPart) => `blob of ${contentId}`;
  const message = plannedMessage(plan, { trackingId: "t-1", pageCode: "p-1", blobOf });
  assert.equal(message.trackingId, "t-1");
  assert.equal(message.content.kind, "MMS");
  return message.content as MmsContent;
}

function file(kind: "image" | "video", type: string, id: string, bytes: number): SlideMedia {
  return { kind, url: `cid:${id}`, source: { blob: `blob of ${id}`, type, bytes }, renditions: [] };
}

const words = textPart("words", "Leaves");
const photo = imagePart("photo", "jpeg");
const film = videoPart("film", "mpeg4");
const show = smilPart("show", "<smil/>");
const leaves = file("image", "image/jpeg", "photo", 4);
const falling = file("video", "video/mp4", "film", 5);

const FORMS: [title: string, content: SubmittedContent, slides: MessageSlide[]][] = [
  ["a text", content([words]), [{ text: "Leaves", media: [] }]],
  ["a file", content([photo]), [{ text: null, media: [leaves] }]],
  [
    "a slide for each part",
    content([words, photo]),
    [{ text: "Leaves", media: [] }, { text: null, media: [leaves] }],
  ],
  [
    "parts that share a slide",
    { parts: [photo, words, words], presentation: null, slides: [[words, photo, words]] },
    [{ text: "Leaves\nLeaves", media: [leaves] }],
  ],
  [
    "files that cannot share a slide: the first has the text",
    { parts: [photo, film, words], presentation: null, slides: [[photo, film, words]] },
    [{ text: "Leaves", media: [leaves] }, { text: null, media: [falling] }],
  ],
  [
    "a blank text: no slide of its own",
    content([textPart("blank", " \n"), photo]),
    [{ text: null, media: [leaves] }],
  ],
];

for (const [title, content, slides] of FORMS) {
  Deno.test(`a submission's slides: ${title}`, () => {
    assert.deepEqual(contentOf(planOf({}, content)).slides, slides);
  });
}

Deno.test("a submission's contacts and documents have their names", () => {
  const card = new TextEncoder().encode("BEGIN:VCARD\r\nFN:Jo\r\nEND:VCARD\r\n");
  const parts: SubmittedPart[] = [
    { ...photo, role: { is: "file", kind: "contact", type: "text/vcard" }, content: card },
    { ...film, role: { is: "file", kind: "pdf", type: "application/pdf" }, name: "Bill 1.pdf" },
  ];
  const { slides } = contentOf(planOf({}, content(parts)));
  const labels = slides.flatMap(({ media }) => media.map(({ label }) => label));
  assert.deepEqual(labels, [{ name: "Jo" }, { name: "Bill 1.pdf" }]);
});

Deno.test("a submission without a presentation has no parts of its own", () => {
  assert.equal(contentOf(planOf({}, content([words, show]))).vasp!.parts, null);
});

Deno.test("a submission with a presentation keeps its parts, SMIL first", () => {
  const presented = { parts: [words, photo, show], presentation: show, slides: [[photo, words]] };
  assert.deepEqual(contentOf(planOf({}, presented)).vasp!.parts, [
    {
      contentId: "show",
      location: "show.bin",
      type: "application/smil; name=show",
      bytes: 7,
      text: "<smil/>",
    },
    {
      contentId: "words",
      location: "words.bin",
      type: "text/plain; name=words",
      bytes: 6,
      text: "Leaves",
    },
    {
      contentId: "photo",
      location: "photo.bin",
      type: "image/jpeg; name=photo",
      bytes: 4,
      blob: "blob of photo",
    },
  ]);
});

Deno.test("a submission's files are its parts that are not inline, shown or not", () => {
  const long = { ...textPart("long", "long"), inline: null };
  const parts = [words, photo, long, show];
  const plan = planOf({}, { parts, presentation: show, slides: [[photo]] });
  assert.deepEqual(plan.files, [photo, long]);
  assert.equal(contentOf(plan).vasp!.parts![3]!.blob, "blob of long");
});

Deno.test("a submission's other fields", () => {
  const passThrough = { serviceCode: "gold", priority: "High", timeStamp: "x" } as const;
  const destination = { to: "16175550101", displayOnly: ["16175550102"] };
  const plan = planOf({ destination, passThrough, adaptable: false, subject: null });
  assert.deepEqual(contentOf(plan), {
    kind: "MMS",
    subject: null,
    slides: [{ text: "MM7 test text", media: [] }],
    fallback: {
      text: "MM7 test text",
      disabled: false,
      linkDisabled: false,
      linkExpiresAt: NOON + 30 * DAY,
    },
    forceSms: false,
    displayOnly: ["16175550102"],
    pageCode: "p-1",
    vasp: { parts: null, adaptable: false, prepared: false, passThrough },
  });
});

const FALLBACKS: [subject: string | null, texts: string[], text: string][] = [
  ["Leaves", ["Look at this", " and this "], "Leaves\nLook at this\nand this"],
  [null, ["Look"], "Look"],
  [" ", ["Look"], "Look"],
  ["x".repeat(60), ["y".repeat(60)], `${"x".repeat(60)}\n${"y".repeat(39)}`],
];

for (const [subject, texts, expected] of FALLBACKS) {
  Deno.test(`a submission's fallback text of ${subject} and ${texts}`, () => {
    const parts = texts.map((text, index) => textPart(`t${index}`, text));
    const { fallback } = contentOf(planOf({ subject }, content(parts)));
    assert.deepEqual([fallback.text, fallback.disabled], [expected, false]);
  });
}

Deno.test("a submission has no fallback where the account has none", () => {
  const plan = planOf({}, undefined, { account: { allowFallbackSms: false } });
  assert.equal(contentOf(plan).fallback.disabled, true);
});

Deno.test("a submission's identity: addresses, TransactionID, subject, and each part", () => {
  const plan = planOf({}, content([words, photo]));
  assert.deepEqual(plan.identity, [
    "key",
    "tx-1",
    "16175550101",
    "111122",
    "Hello",
    "text/plain",
    6,
    "Leaves",
    "image/jpeg",
    4,
    null,
  ]);
});
