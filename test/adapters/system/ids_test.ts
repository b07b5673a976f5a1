import assert from "node:assert/strict";
import { systemClock } from "../../../src/adapters/system/clock.ts";
import { newToken, randomSecrets, uuidIds } from "../../../src/adapters/system/ids.ts";

Deno.test("ids have their form, are unique, and those that are keys grow", () => {
  const uuid = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
  const forms = {
    tracking: uuid,
    mms: uuid,
    sample: /^msg_[\da-f]{32}$/,
    account: /^[\da-f]{12}$/,
  };
  for (const [kind, form] of Object.entries(forms)) {
    const ids = Array.from({ length: 2000 }, uuidIds[kind as keyof typeof forms]);
    assert.ok(ids.every((id) => form.test(id)), kind);
    assert.equal(new Set(ids).size, ids.length, kind);
    if (kind !== "account") assert.deepEqual(ids.toSorted(), ids, kind);
  }
});

Deno.test("codes of links neither begin nor end in what apps cut off, and are unique", () => {
  const forms = {
    link: /^[A-Za-z0-9][\w-]{10}[A-Za-z0-9]$/,
    page: /^[A-Za-z0-9][\w-]{20}[A-Za-z0-9]$/,
  };
  for (const [kind, form] of Object.entries(forms)) {
    const codes = Array.from({ length: 5000 }, uuidIds[kind as keyof typeof forms]);
    assert.deepEqual(codes.filter((code) => !form.test(code)), [], kind);
    assert.equal(new Set(codes).size, codes.length, kind);
    // Every other position has every character.
    for (const position of [1, 10]) {
      assert.equal(new Set(codes.map((code) => code[position])).size, 64);
    }
  }
});

Deno.test("secrets have their form and never repeat", () => {
  const forms: [() => string, RegExp][] = [
    [randomSecrets.apiKey, /^[A-Za-z0-9]{32}$/],
    [randomSecrets.webhookSecret, /^whsec_[A-Za-z0-9+/]{32}$/],
    [newToken, /^[\da-f]{64}$/],
  ];
  for (const [make, form] of forms) {
    const ids = Array.from({ length: 200 }, make);
    assert.ok(ids.every((secret) => form.test(secret)), String(form));
    assert.equal(new Set(ids).size, ids.length);
  }
});

Deno.test("the clock has fractions of a millisecond and agrees with the system's", () => {
  const times = Array.from({ length: 100 }, systemClock.now);
  assert.ok(times.some((time) => !Number.isInteger(time)));
  assert.ok(Math.abs(systemClock.now() - Date.now()) <= 1000);
});
