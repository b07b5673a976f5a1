import assert from "node:assert/strict";
import { rotateSecrets, secretsAt } from "../../../src/core/account/webhook_secret.ts";

const [first, second] = ["whsec_first", "whsec_second"];

Deno.test("a secret signs until its end, exclusive", () => {
  const [newer, older] = [{ secret: second, until: null }, { secret: first, until: 1000 }];
  assert.deepEqual(secretsAt([newer, older], 999), [newer, older]);
  assert.deepEqual(secretsAt([newer, older], 1000), [newer]);
  assert.deepEqual(secretsAt([], 0), []);
});

Deno.test("a new secret keeps only the newest of the previous ones", () => {
  const times = { now: 500, overlapUntil: 1000 };
  const next = { secret: "whsec_next", until: null };
  const retained = { secret: second, until: 1000 };
  const previous = { secret: second, until: null };
  const older = { secret: first, until: 2000 };
  assert.deepEqual(rotateSecrets([previous], next.secret, times), [next, retained]);
  assert.deepEqual(rotateSecrets([previous, older], next.secret, times), [next, retained]);
  assert.deepEqual(rotateSecrets([], next.secret, times), [next]);
  const atOnce = { now: 500, overlapUntil: 500 };
  assert.deepEqual(rotateSecrets([previous, older], next.secret, atOnce), [next]);
});
