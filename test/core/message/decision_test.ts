/** Decisions about a delivery, in words. */
import assert from "node:assert/strict";
import {
  describeDecision,
  type FormDecision,
  type SelectedBy,
} from "../../../src/core/message/decision.ts";

const CASES: [FormDecision, SelectedBy, string][] = [
  [{ as: "SMS" }, "default", "SMS by mmsc (DEFAULT_CONNECTOR)"],
  [{ as: "SMS" }, null, "SMS by mmsc"],
  [{ as: "SMS" }, "test", "SMS by mmsc (test of connector mmsc)"],
  [
    { as: "MMS", form: "rich", rawBytes: 44_000, maxBytes: 600_000 },
    { route: 3 },
    "MMS in the form rich, 61094 of 600000 bytes, by mmsc (route 3)",
  ],
  [
    { as: "fallback", reason: "no MMS at the operator" },
    "sender",
    "SMS in place of the MMS (the operator takes no MMS), by mmsc (its sender's connector)",
  ],
  [
    { as: "fallback", reason: "size" },
    null,
    "SMS in place of the MMS (its files do not fit), by mmsc",
  ],
];

for (const [form, selectedBy, expected] of CASES) {
  Deno.test(expected, () => {
    assert.equal(describeDecision(form, "mmsc", selectedBy), expected);
  });
}
