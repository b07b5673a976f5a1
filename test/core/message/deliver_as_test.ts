import assert from "node:assert/strict";
import {
  compose,
  composeMms,
  type Form,
  type LinkedObjects,
} from "../../../src/core/composition/compose.ts";
import {
  type DeliverAs,
  deliverAs,
  type DeliverAsInput,
} from "../../../src/core/message/deliver_as.ts";
import type { FailedDetails } from "../../../src/core/message/status_details.ts";
import type { MediaKind } from "../../../src/core/media/media_types.ts";
import type { MessageSlide, VaspSubmission } from "../../../src/core/composition/content.ts";
import type { TranscodedName } from "../../../src/core/media/renditions.ts";

/** Creates an image on a slide, in renditions of these sizes. */
function slidesOf(sizes: Partial<Record<TranscodedName, number>>, text: string | null = null) {
  const renditions = Object.entries(sizes).map(([name, bytes]) => ({
    name: name as TranscodedName,
    blob: name,
    type: "image/jpeg",
    bytes,
    width: 640,
    height: 480,
    durationMs: null,
  }));
  const slide: MessageSlide = {
    text,
    media: [{ kind: "image", url: "https://example.com/a.jpg", renditions }],
  };
  return [slide];
}

const FALLBACK = { text: "See it here", disabled: false, linkDisabled: false, linkExpiresAt: 0 };

/** MMS that is sent unchanged; each case overrides some fields. */
const ORDINARY: DeliverAsInput = {
  slides: slidesOf({ standard: 100_000 }),
  fallback: FALLBACK,
  forceSms: false,
  operator: { mms: true, maxBytes: 600_000 },
  routes: { mms: true, sms: true },
  pageUrl: "https://mms.example.com/m/abc",
};

const MMS = (form: Form, page = false): DeliverAs => ({ as: "MMS", form, page });
const PREPARE: DeliverAs = { as: "prepare" };
const SMS: DeliverAs = {
  as: "SMS",
  text: "See it here https://mms.example.com/m/abc",
  page: true,
};
const SMS_ALONE: DeliverAs = { as: "SMS", text: "See it here", page: false };
const FAILED = (details: FailedDetails): DeliverAs => ({ as: "failed", details });

const disabled = { ...FALLBACK, disabled: true };
const withoutMms = { mms: false, maxBytes: 600_000 };
const all = { rich: 600_000, standard: 300_000, basic: 100_000 };
const tooBig = slidesOf({ standard: 500_000 });

/** Creates a slide with a PDF of this size. */
function objectOf(bytes: number): MessageSlide[] {
  const [{ media: [image] }] = slidesOf({ standard: bytes }) as [MessageSlide];
  return [{ text: null, media: [{ ...image!, kind: "pdf" }] }];
}

const LINKED: LinkedObjects = {
  kinds: new Set(["pdf"]),
  url: (name) => `https://mms.example.com/m/abc/${name}`,
};

const CASES: [what: string, differs: Partial<DeliverAsInput>, expected: DeliverAs][] = [
  ["an MMS that fits", {}, MMS("standard")],
  ["the best rendition that fits 1 MB", {
    slides: slidesOf(all),
    operator: { mms: true, maxBytes: 1_000_000 },
  }, MMS("rich")],
  ["the best rendition that fits 600 KB", { slides: slidesOf(all) }, MMS("standard")],
  ["the best rendition that fits 300 KB", {
    slides: slidesOf(all),
    operator: { mms: true, maxBytes: 300_000 },
  }, MMS("basic")],
  ["a rendition that not every file has is none", {
    slides: [...slidesOf({ standard: 1000 }), ...slidesOf({ rich: 1000, standard: 1000 })],
  }, MMS("standard")],
  ["a picture for pages is none, be it the only one that fits", {
    slides: slidesOf({ web: 1000, standard: 500_000 }),
  }, SMS],
  ["text alone, in the best rendition", { slides: [{ text: "Hello", media: [] }] }, MMS("rich")],
  ["text counts too", { slides: slidesOf({ standard: 1000 }, "x".repeat(500_000)) }, SMS],
  ["text counts in UTF-8", { slides: slidesOf({ standard: 1000 }, "é".repeat(250_000)) }, SMS],

  ["too big: the fallback SMS", { slides: tooBig }, SMS],
  ["too big, and the fallback is disabled", {
    slides: tooBig,
    fallback: disabled,
  }, FAILED("MMS is too big")],
  ["too big, and there is no fallback text", {
    slides: tooBig,
    fallback: { ...FALLBACK, text: null },
  }, FAILED("MMS is too big")],
  ["too big, and no SMS connector", {
    slides: tooBig,
    routes: { mms: true, sms: false },
  }, FAILED("No way to send MMS or SMS")],

  ["an operator without MMS: the fallback SMS", { operator: withoutMms }, SMS],
  ["an operator without MMS, and the fallback is disabled", {
    operator: withoutMms,
    fallback: disabled,
  }, FAILED("No way to send MMS or SMS")],
  ["an operator without MMS, and no SMS connector", {
    operator: withoutMms,
    routes: { mms: true, sms: false },
  }, FAILED("No way to send MMS or SMS")],
  ["no MMS connector: the fallback SMS", { routes: { mms: false, sms: true } }, SMS],
  ["no connector at all", {
    routes: { mms: false, sms: false },
  }, FAILED("No way to send MMS or SMS")],
  ["no SMS connector is no matter to an MMS that fits", {
    routes: { mms: true, sms: false },
  }, MMS("standard")],

  ["the link may be disabled", {
    slides: tooBig,
    fallback: { ...FALLBACK, linkDisabled: true },
  }, SMS_ALONE],
  ["a message of before there were pages", { slides: tooBig, pageUrl: null }, SMS_ALONE],
  ["no words: the link alone", { slides: tooBig, fallback: { ...FALLBACK, text: "" } }, {
    as: "SMS",
    text: "https://mms.example.com/m/abc",
    page: true,
  }],
  ["neither words nor link", {
    slides: tooBig,
    fallback: { ...FALLBACK, text: " ", linkDisabled: true },
  }, FAILED("MMS is too big")],
  ["words that end in a line break", {
    slides: tooBig,
    fallback: { ...FALLBACK, text: "See it here\n" },
  }, SMS],

  ["a linked object counts nothing but its link", {
    slides: objectOf(900_000),
    linked: LINKED,
  }, MMS("standard", true)],
  ["an object that is not linked to counts", { slides: objectOf(900_000) }, SMS],
  ["objects that are linked to, of which there are none", { linked: LINKED }, MMS("standard")],

  ["force-send-as-sms", { forceSms: true }, SMS],
  ["force-send-as-sms ignores disable-fallback-sms", { forceSms: true, fallback: disabled }, SMS],
  ["force-send-as-sms without an SMS connector", {
    forceSms: true,
    routes: { mms: true, sms: false },
  }, FAILED("No way to send MMS or SMS")],
];

for (const [title, differs, expected] of CASES) {
  Deno.test(`${title}: ${Object.values(expected).join(" ")}`, () => {
    assert.deepEqual(deliverAs({ ...ORDINARY, ...differs }), expected);
  });
}

/** Creates the content of a VASP's message: a file of this type and size, with its renditions. */
function submitted(
  { kind = "image", type = "image/jpeg", bytes = 100_000, renditions = {}, text = null }: {
    kind?: MediaKind;
    type?: string;
    bytes?: number;
    renditions?: Partial<Record<TranscodedName, number>>;
    text?: string | null;
  } = {},
): MessageSlide[] {
  const [{ media: [image] }] = slidesOf(renditions) as [MessageSlide];
  return [{ text, media: [{ ...image!, kind, source: { blob: "source", type, bytes } }] }];
}

const vasp = (fields: Partial<VaspSubmission> = {}): VaspSubmission => ({
  parts: null,
  adaptable: true,
  prepared: false,
  passThrough: {},
  ...fields,
});
const unadapted = vasp({ adaptable: false });
const prepared = vasp({ prepared: true });
const big = { bytes: 500_000 };
const webp = { type: "image/webp" };

const OF_A_VASP: [what: string, differs: Partial<DeliverAsInput>, expected: DeliverAs][] = [
  ["it fits and plays", { slides: submitted(), vasp: vasp() }, MMS("source")],
  ["not adaptable, and it fits", { slides: submitted(), vasp: unadapted }, MMS("source")],
  [
    "not adaptable: no matter what plays",
    { slides: submitted(webp), vasp: unadapted },
    MMS("source"),
  ],
  ["not adaptable and too big", { slides: submitted(big), vasp: unadapted }, SMS],
  ["not adaptable and too big, without fallback", {
    slides: submitted(big),
    vasp: unadapted,
    fallback: disabled,
  }, FAILED("MMS is too big")],
  ["too big", { slides: submitted(big), vasp: vasp() }, PREPARE],
  ["it does not play", { slides: submitted(webp), vasp: vasp() }, PREPARE],
  ["a film that does not play", {
    slides: submitted({ kind: "video", type: "video/quicktime" }),
    vasp: vasp(),
  }, PREPARE],
  ["an object that is too big", {
    slides: submitted({ kind: "pdf", type: "application/pdf", ...big }),
    vasp: vasp(),
  }, PREPARE],
  ["text alone", { slides: [{ text: "Hello", media: [] }], vasp: vasp() }, MMS("source")],
  ["prepared", {
    slides: submitted({ ...big, renditions: { standard: 300_000 } }),
    vasp: prepared,
  }, MMS("standard")],
  ["prepared for 300 KB", {
    slides: submitted({ ...big, renditions: { basic: 100_000 } }),
    vasp: prepared,
    operator: { mms: true, maxBytes: 300_000 },
  }, MMS("basic")],
  ["prepared, and what was made is too big for the operator", {
    slides: submitted({ ...big, renditions: { standard: 300_000 } }),
    vasp: prepared,
    operator: { mms: true, maxBytes: 300_000 },
  }, SMS],
  ["prepared, and nothing could be made", { slides: submitted(big), vasp: prepared }, SMS],
  ["prepared, nothing could be made, and no fallback", {
    slides: submitted(big),
    vasp: prepared,
    fallback: disabled,
  }, FAILED("MMS is too big")],
  ["prepared, nothing could be made of what does not play, but it fits", {
    slides: submitted(webp),
    vasp: prepared,
  }, MMS("source")],
  ["prepared, and it fits and plays after all", {
    slides: submitted({ renditions: { basic: 1000 } }),
    vasp: prepared,
  }, MMS("source")],
  ["an operator without MMS: nothing is prepared", {
    slides: submitted(big),
    vasp: vasp(),
    operator: withoutMms,
  }, SMS],
  ["no MMS connector: nothing is prepared", {
    slides: submitted(big),
    vasp: vasp(),
    routes: { mms: false, sms: true },
  }, SMS],
  ["force-send-as-sms: nothing is prepared", {
    slides: submitted(big),
    vasp: vasp(),
    forceSms: true,
  }, SMS],
];

for (const [title, differs, expected] of OF_A_VASP) {
  Deno.test(`of a VASP, ${title}: ${Object.values(expected).join(" ")}`, () => {
    assert.deepEqual(deliverAs({ ...ORDINARY, ...differs }), expected);
  });
}

const OF_PICTURES: [what: string, differs: Partial<DeliverAsInput>, expected: DeliverAs][] = [
  ["fitted to no operator yet", { unfitted: true }, PREPARE],
  ["fitted", { slides: submitted({ renditions: { rich: 1000 } }) }, MMS("rich")],
  ["that could not be fitted", {}, SMS],
  [
    "that could not be fitted, without fallback",
    { fallback: disabled },
    FAILED(
      "MMS is too big",
    ),
  ],
  ["for an operator without MMS", { unfitted: true, operator: withoutMms }, SMS],
  ["of what is forced to be an SMS", { unfitted: true, forceSms: true }, SMS],
];

for (const [title, differs, expected] of OF_PICTURES) {
  Deno.test(`generated pictures, ${title}: ${Object.values(expected).join(" ")}`, () => {
    assert.deepEqual(deliverAs({ ...ORDINARY, slides: submitted(), ...differs }), expected);
  });
}

Deno.test("a VASP's own presentation counts with its own parts, to the byte", () => {
  const most = Math.floor((600_000 - 814) / 1.37);
  const formOf = (bytes: number) => {
    const parts = [
      { contentId: "s", location: "s", type: "application/smil", bytes: 99, text: "x".repeat(99) },
      { contentId: "i", location: "i", type: "image/jpeg", bytes: bytes - 99, blob: "source" },
    ];
    const content = { slides: submitted({ bytes: bytes - 99 }), vasp: { ...unadapted, parts } };
    assert.deepEqual(composeMms(content, "source"), parts);
    return deliverAs({ ...ORDINARY, ...content });
  };
  assert.deepEqual(formOf(most), MMS("source"));
  assert.deepEqual(formOf(most + 1), SMS);
});

Deno.test("the limit is of the whole message on the wire, SMIL and all, to the byte", () => {
  const slides = (bytes: number) => slidesOf({ standard: bytes }, "Hello");
  const rest = compose(slides(0), "standard").reduce((sum, { bytes }) => sum + bytes, 0);
  const most = Math.floor((600_000 - 814) / 1.37) - rest;
  const formOf = (bytes: number) => deliverAs({ ...ORDINARY, slides: slides(bytes) });
  assert.deepEqual(formOf(most), MMS("standard"));
  assert.deepEqual(formOf(most + 1), SMS);
});
