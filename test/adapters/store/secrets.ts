/** Webhook secrets of receivers, one after another. */
import assert from "node:assert/strict";
import { newAccount, NOON } from "../../support/store.ts";
import type { Case } from "./fixture.ts";

const LATER = NOON + 5000;

export const secrets: Record<string, Case> = {
  async "replace each other, with the previous one beside the newest"({ store: { accounts } }) {
    const account = newAccount();
    const { id, receivers: [receiver] } = account;
    await accounts.create(account);
    const first = await accounts.rotateSecret(id, "default", "whsec_two", {
      now: NOON,
      overlapUntil: LATER,
    });
    const expected = [
      { secret: "whsec_two", until: null },
      { secret: receiver!.webhookSecrets[0]!.secret, until: LATER },
    ];
    assert.deepEqual(first, { ...receiver, webhookSecrets: expected });
    assert.deepEqual(await accounts.byId(id), { ...account, receivers: [first] });
    await accounts.rotateSecret(id, "default", "whsec_three", { now: NOON, overlapUntil: NOON });
    assert.deepEqual((await accounts.byId(id))!.receivers[0]!.webhookSecrets, [
      { secret: "whsec_three", until: null },
    ]);
    assert.equal(
      await accounts.rotateSecret("nobody", "default", "x", { now: NOON, overlapUntil: NOON }),
      null,
    );
  },

  async "replace each other in turn when two are created at once"({ store: { accounts }, other }) {
    const { id } = newAccount();
    await accounts.create(newAccount({ id }));
    const secrets = ["a", "b", "c", "d"].map((name) => `whsec_${name}`);
    const times = { now: NOON, overlapUntil: LATER };
    const results = await Promise.all(
      secrets.map((secret, i) =>
        (i % 2 === 0 ? accounts : other.store.accounts).rotateSecret(id, "default", secret, times)
      ),
    );
    // Each replaced the previous one: none was lost, none replaced two.
    const followed = results.map((response) => response!.webhookSecrets[1]!.secret);
    assert.equal(new Set(followed).size, secrets.length);
    const [newest] = (await accounts.byId(id))!.receivers[0]!.webhookSecrets;
    assert.deepEqual([...followed, newest!.secret].sort(), ["whsec_one", ...secrets].sort());
  },
};
