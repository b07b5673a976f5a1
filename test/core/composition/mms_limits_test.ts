/** Limits of carriers on an MMS, and the forms that they lead to. */
import assert from "node:assert/strict";
import { deliverAs } from "../../../src/core/message/deliver_as.ts";
import type { MessagePart } from "../../../src/core/composition/content.ts";
import {
  filesOf,
  isWithin,
  type MmsLimits,
  textsOf,
} from "../../../src/core/composition/mms_limits.ts";
import { imageMms } from "../../support/deliver_as.ts";

const LIMITS: MmsLimits = { maxBytes: 1000, maxFileBytes: 600, maxFiles: 2, types: null };

function file(bytes: number, type = "image/jpeg"): MessagePart {
  return { contentId: "c", location: "l", type, bytes, blob: "b" };
}

function text(words: string, type = "text/plain; charset=utf-8"): MessagePart {
  return { contentId: "t", location: "t", type, bytes: words.length, text: words };
}

Deno.test("files are all parts but the presentation and the texts of slides", () => {
  const parts = [
    text("<smil/>", "application/smil"),
    file(1),
    text("one"),
    text("  "),
    file(2, "text/vcard"),
    file(3, "application/smil"),
    text("two"),
  ];
  assert.deepEqual(filesOf(parts), [file(1), file(2, "text/vcard")]);
  assert.deepEqual(textsOf(parts), ["one", "two"]);
});

Deno.test("each limit counts, and only files do", () => {
  const within: [MessagePart[], Partial<MmsLimits>, boolean][] = [
    [[], {}, true],
    [[text("x".repeat(5000))], {}, true],
    [[file(500), file(500)], {}, true],
    [[file(500), file(501)], {}, false],
    [[file(601)], {}, false],
    [[file(1), file(1), file(1)], {}, false],
    [[file(301, "video/mp4")], { maxOtherBytes: 300 }, false],
    [[file(300, "video/mp4"), file(600)], { maxOtherBytes: 300 }, true],
    [[file(1)], { types: ["image/png"] }, false],
    [[file(1, "IMAGE/PNG; name=a")], { types: ["image/png"] }, true],
    [[file(1, "nonsense")], { types: ["image/png"] }, false],
    [[file(1, "nonsense")], {}, true],
  ];
  for (const [parts, limits, expected] of within) {
    assert.equal(isWithin(parts, { ...LIMITS, ...limits }), expected, JSON.stringify(parts));
  }
});

const MMS = imageMms(["rich", "standard", "basic"]);

Deno.test("the best form is sent that fits both the operator and the carrier", () => {
  const formFor = (carrier: MmsLimits | null) => {
    const decision = deliverAs({ ...MMS, carrier });
    return "form" in decision ? decision.form : decision.as;
  };
  const big = { ...LIMITS, maxBytes: 1_000_000, maxFileBytes: 1_000_000 };
  assert.equal(formFor(null), "rich");
  assert.equal(formFor(big), "rich");
  assert.equal(formFor({ ...big, maxFileBytes: 299_999 }), "standard");
  assert.equal(formFor({ ...big, maxBytes: 100_000 }), "basic");
  assert.equal(formFor({ ...big, maxBytes: 99_999 }), "SMS");
  assert.equal(formFor({ ...big, types: ["image/png"] }), "SMS");
  assert.equal(formFor({ ...big, maxFiles: 0 }), "SMS");
});
