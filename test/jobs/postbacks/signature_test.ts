import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { signatures } from "../../../src/jobs/postbacks/signature.ts";
import { randomSecrets } from "../../../src/adapters/system/ids.ts";

const newSecret = () => ({ secret: randomSecrets.webhookSecret(), until: null });

Deno.test("content of any length and script has a signature that receivers verify", () => {
  const secret = newSecret();
  const at = new Date();
  const bodies = [
    "",
    "Gr\u00fc\u00dfe \u2013 \u4f60\u597d \ud83d\ude00",
    "\ud83d", // half a character is sent as U+FFFD
    ...[5_461, 16_384, 16_385, 100_000].flatMap((n) => ["a".repeat(n), "\u20ac".repeat(n)]),
    "short again",
  ];
  for (const body of bodies) {
    const signature = signatures([secret], `msg_1.${Math.floor(at.getTime() / 1000)}.${body}`);
    const sent = new TextDecoder().decode(new TextEncoder().encode(body));
    assert.equal(signature, new Webhook(secret.secret).sign("msg_1", at, sent));
  }
});

Deno.test("each secret has a signature of its own, in their order, however often they sign", () => {
  const secrets = [newSecret(), newSecret()];
  for (const content of ["a", "b", "a"]) {
    assert.equal(
      signatures(secrets, content),
      secrets.map((secret) => signatures([secret], content)).join(" "),
    );
  }
  assert.notEqual(signatures([secrets[0]!], "a"), signatures([secrets[1]!], "a"));
  assert.equal(signatures([], "a"), "");
});
