/** Failed attempts at postbacks, one by one, through the admin API. */
import assert from "node:assert/strict";
import { newCustomer } from "../../support/customer.ts";
import { refusingPort } from "../../support/refusing_port.ts";
import { adminBody, startService } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const TO = "16175550100";

const startWith = (schedule: string) =>
  startService({
    config: {
      ACCOUNT_CACHE_TTL: "0s",
      POSTBACK_FAILURE_THRESHOLD: "1000",
      POSTBACK_SCHEDULE: schedule,
    },
  });

// deno-lint-ignore no-explicit-any -- tests look into bodies field by field
type Json = any;

/** Facts of failed attempts that do not depend on time. */
const factsOf = (postback: Json) =>
  postback["failed-attempts"].map((attempt: Json) => [
    attempt["http-status"],
    attempt.error,
    attempt.response,
  ]);

Deno.test("failed attempts have their status, time, duration and the beginning of the response", async () => {
  await using test = await startWith("0.1s, 0.1s, 0.1s, 0.1s");
  await using customer = await newCustomer(test);
  const responses = [
    () =>
      new Response(`<title>Bad\r\n\tgateway</title>\0\x1b[2J${"é".repeat(9999)}`, { status: 502 }),
    () => new Response(null, { status: 307, headers: { location: "http://10.0.0.1/" } }),
    () => new Response(new Uint8Array([0xff, 0xfe]), { status: 500 }),
  ];
  const begun = Date.now();
  customer.receiver.respond = () => responses.shift()?.() ?? new Response("taken");
  const id = await customer.send();
  const { postbacks: [first, second] } = await until(
    () => customer.message(id),
    ({ postbacks }) =>
      postbacks.length === 2 && postbacks.every(({ state }: Json) => state === "sent"),
  );
  const [[status, error, start], ...others] = factsOf(first);
  assert.deepEqual([status, error], [502, "HTTP 502"]);
  assert.match(start, /^<title>Bad gateway<\/title>\\x00\\x1b\[2Jé+…$/);
  assert.ok(new TextEncoder().encode(start).length <= 400);
  assert.deepEqual(others, [[307, "HTTP 307", null], [500, "HTTP 500", "\ufffd\ufffd"]]);
  const times = first["failed-attempts"].map(({ at }: Json) => at);
  assert.deepEqual(times, times.toSorted());
  assert.ok(Date.parse(times[0]) >= begun - 1000 && times[2] <= first["sent-at"], times.join());
  for (const { milliseconds } of first["failed-attempts"]) assert.ok(milliseconds >= 0);
  // Nothing is kept of the second, which arrived at the first attempt.
  assert.deepEqual([second.code, second["failed-attempts"]], ["N202", []]);

  const { items } = await adminBody(test, 200, "GET", `/postbacks?tracking-id=${id}&code=N201`);
  assert.deepEqual(items[0]["failed-attempts"], first["failed-attempts"]);
  const person = await adminBody(test, 200, "POST", "/people/export", { number: TO });
  assert.deepEqual(person.messages[0].postbacks[0]["failed-attempts"], first["failed-attempts"]);
});

Deno.test("failed attempts without a response say why there is none", async () => {
  await using test = await startWith("0.1s");
  using refusing = await refusingPort();
  const postbackUrl = `http://127.0.0.1:${refusing.port}/`;
  await using customer = await newCustomer(test, { postbackUrl });
  const id = await customer.send();
  const { items: [, n201] } = await until(
    () => adminBody(test, 200, "GET", `/postbacks?tracking-id=${id}&state=dead`),
    ({ items }) => items.length === 2,
  );
  const refused = [null, n201["last-error"], null];
  assert.deepEqual(factsOf(n201), [refused, refused]);

  // A replay has attempts of its own, and shows those before it.
  await adminBody(test, 200, "POST", `/postbacks/${n201.id}/replay`);
  const replayed = await until(
    async () => (await customer.message(id)).postbacks.find(({ code }: Json) => code === "N201"),
    ({ state }) => state === "dead",
  );
  assert.deepEqual([replayed.attempts, factsOf(replayed).length], [2, 4]);
});

Deno.test("the last ten failed attempts are kept", async () => {
  await using test = await startWith(Array(12).fill("0.01s").join());
  await using customer = await newCustomer(test);
  let requests = 0;
  customer.receiver.respond = ({ body: { code } }) =>
    code === "N201" ? new Response(`try ${++requests}`, { status: 500 }) : new Response(null);
  const id = await customer.send();
  const { postbacks: [n201] } = await until(
    () => customer.message(id),
    ({ postbacks }) => postbacks[0]?.state === "dead",
  );
  assert.equal(n201.attempts, 13);
  const starts = n201["failed-attempts"].map(({ response }: Json) => response);
  assert.deepEqual(starts, Array.from({ length: 10 }, (_, at) => `try ${at + 4}`));
});
