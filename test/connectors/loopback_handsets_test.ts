/** Handsets that the loopback carrier simulates as an administrator has chosen. */
import assert from "node:assert/strict";
import { startService } from "../support/service.ts";
import { until } from "../support/until.ts";

const NUMBER = "16175550199";

Deno.test("a chosen handset decides the outcome, the model and the operator", async (t) => {
  await using test = await startService();
  const path = `/loopback/handsets/${NUMBER}`;
  const choose = async (body: object) => {
    const { status, body: handset } = await test.admin("PATCH", path, body);
    assert.equal(status, 200, JSON.stringify(handset));
    return handset;
  };
  const send = async (to = NUMBER): Promise<string> => {
    const response = await test.post({
      action: "sendsms",
      from: "111122",
      to,
      "message-text": "Hello",
    });
    return (await response.json())["tracking-id"];
  };
  const ended = (id: string) => past(["accepted", "sent", "submitted"], id);
  /** Waits until a message is in none of the states. */
  const past = (states: string[], id: string) =>
    until(
      async () => (await test.admin("GET", `/messages/${id}`)).body,
      ({ state }) => !states.includes(state),
    );

  await t.step("nothing is chosen at first", async () => {
    const { body } = await test.admin("GET", path);
    assert.deepEqual(body, {
      number: NUMBER,
      "operator-id": null,
      handset: null,
      outcome: null,
    });
  });

  for (
    const [outcome, state] of Object.entries({
      delivered: "delivered",
      expired: "failed", // plain SMS has no Expired
      failed: "failed",
      rejected: "rejected",
    })
  ) {
    await t.step(outcome, async () => {
      await choose({ outcome });
      assert.equal((await ended(await send())).state, state);
    });
  }

  await t.step("silence, until it is chosen otherwise", async () => {
    await choose({ outcome: "silence" });
    const silent = await send();
    await past(["accepted", "sent"], silent);
    await choose({ outcome: "delivered", handset: "Nokia 225 4G" });
    assert.equal((await ended(await send())).handset, "Nokia 225 4G");
    const { body } = await test.admin("GET", `/messages/${silent}`);
    assert.equal(body.state, "submitted");
  });

  await t.step("an outcome of its own overrides that of the last digits", async () => {
    await test.admin("PATCH", "/loopback/handsets/16175550104", { outcome: "delivered" });
    assert.equal((await ended(await send("16175550104"))).state, "delivered");
  });

  await t.step("a field that is not named keeps its value, and null resets it", async () => {
    await choose({ "operator-id": "0001470" });
    assert.deepEqual(await choose({ outcome: null }), {
      number: NUMBER,
      "operator-id": "0001470",
      handset: "Nokia 225 4G",
      outcome: null,
    });
    const explained = `/routes/explain?account=acme&from=111122&to=${NUMBER}&kind=mms`;
    assert.equal((await test.admin("GET", explained)).body.handset, "Nokia 225 4G");
    assert.deepEqual(await choose({ "operator-id": null, handset: null }), {
      number: NUMBER,
      "operator-id": null,
      handset: null,
      outcome: null,
    });
    assert.equal((await test.admin("GET", explained)).body.handset, null);
  });

  await t.step("wrong fields are refused by name", async () => {
    const cases: [string, object, RegExp][] = [
      [path, { outcome: "exploded" }, /outcome/],
      [path, { handset: "" }, /handset/],
      [path, { "operator-id": "a b" }, /operator-id/],
      [path, { other: 1 }, /other/],
      ["/loopback/handsets/abc", { outcome: null }, /number is not an international/],
    ];
    for (const [to, body, expected] of cases) {
      const response = await test.admin("PATCH", to, body);
      assert.equal(response.status, 400);
      assert.match(response.body["error-info"], expected);
    }
  });
});
