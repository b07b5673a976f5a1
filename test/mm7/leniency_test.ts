/** Leniency of a submission's reading, by account and configuration. */
import assert from "node:assert/strict";
import type { Account } from "../../src/core/account/account.ts";
import { readEnvelope } from "../../src/mm7/envelope.ts";
import { type DialectConfig, leniencyOf } from "../../src/mm7/leniency.ts";
import { readSubmitReq } from "../../src/mm7/submit_req.ts";
import { bytes } from "../mime/bytes.ts";
import { createVasp } from "../support/vasp.ts";

type Settings = Pick<Account, "mm7Dialect" | "mm7AllowAdaptations">;

const UNSET: Settings = { mm7Dialect: null, mm7AllowAdaptations: null };
const STRICT: DialectConfig = { MM7_DIALECT: "strict", MM7_ALLOW_ADAPTATIONS: "required" };
const LENIENT: DialectConfig = { ...STRICT, MM7_DIALECT: "lenient" };

const CASES: [Partial<Settings>, DialectConfig, missing: string, isOptional: boolean][] = [
  [{}, STRICT, "required", false],
  [{}, { ...STRICT, MM7_ALLOW_ADAPTATIONS: "false" }, "false", false],
  [{}, LENIENT, "true", true],
  [{}, { ...LENIENT, MM7_ALLOW_ADAPTATIONS: "false" }, "true", true],
  [{ mm7Dialect: "strict" }, LENIENT, "required", false],
  [{ mm7Dialect: "lenient" }, STRICT, "true", true],
  [{ mm7Dialect: "lenient", mm7AllowAdaptations: "required" }, STRICT, "required", true],
  [{ mm7Dialect: "lenient", mm7AllowAdaptations: "false" }, STRICT, "false", true],
  [{ mm7AllowAdaptations: "true" }, STRICT, "true", false],
];

for (const [settings, config, missingAdaptations, contentIsOptional] of CASES) {
  const words = JSON.stringify([settings, config]);
  Deno.test(`leniency of ${words}: ${missingAdaptations}, ${contentIsOptional}`, () => {
    assert.deepEqual(
      leniencyOf({ ...UNSET, ...settings }, config),
      { missingAdaptations, contentIsOptional },
    );
  });
}

const vasp = createVasp({ url: "", account: "acme", apiKey: "key" });

function contentOf(Content: string, settings: Partial<Settings>, others: number) {
  const envelope = readEnvelope(bytes(vasp.envelope({ fields: { Content } })), ["SubmitReq"]);
  const leniency = leniencyOf({ ...UNSET, ...settings }, STRICT);
  return readSubmitReq(envelope, leniency, others).Content;
}

const CONTENTS: [Content: string, adaptable: boolean, href: string | null][] = [
  ["", true, null],
  ["<Content/>", true, null],
  [`<Content allowAdaptations="false"/>`, false, null],
  [`<Content href="" allowAdaptations="0"/>`, false, null],
  [`<Content href="cid:a"/>`, true, "cid:a"],
  [`<Content href="cid:a" allowAdaptations="false"/>`, false, "cid:a"],
];

for (const [Content, allowAdaptations, href] of CONTENTS) {
  Deno.test(`leniently, "${Content}" means ${href} and allowAdaptations ${allowAdaptations}`, () => {
    const read = contentOf(Content, { mm7Dialect: "lenient" }, 1);
    assert.deepEqual(read, { href, allowAdaptations });
    if (href !== null) return;
    for (
      const [settings, others] of [[{ mm7AllowAdaptations: "true" }, 1], [
        { mm7Dialect: "lenient" },
        2,
      ]] as const
    ) {
      assert.throws(() => contentOf(Content, settings, others), { status: "contentMissing" });
    }
  });
}
