/** Presentations that show a part repeatedly: their resulting size is bounded and reported. */
import assert from "node:assert/strict";
import { presentedRequest } from "../../fuzz/presentations.ts";
import { type Carried, carried } from "../../spec/traffic.ts";
import { newCustomer } from "../../support/customer.ts";
import { migratedDatabase } from "../../support/migrated.ts";
import { startService, type TestService } from "../../support/service.ts";
import { until } from "../../support/until.ts";
import { createVasp, type Vasp } from "../../support/vasp.ts";

let test: TestService;
let vasp: Vasp;

Deno.test.beforeAll(async () => {
  // What is sent here keeps the process busy for seconds: no statement fails because of that.
  const DATABASE_URL = `${await migratedDatabase()}?connect_timeout=60`;
  const timeouts = { DATABASE_QUEUE_TIMEOUT: "10m", DATABASE_STATEMENT_TIMEOUT: "10m" };
  test = await startService({ config: { DATABASE_URL, ...timeouts } });
  vasp = createVasp(test);
});

Deno.test.afterAll(() => test.stop());

/** Number of presentations that are sent at once. */
const ATTACKS = 100;

const TIMES_4900 = `<par><text src="t0"/></par>`.repeat(4900);

async function post(bytes: number, transactionId: string) {
  const presented = { texts: [bytes], pictures: 0, smil: TIMES_4900 };
  const request = presentedRequest(presented, { apiKey: test.apiKey, transactionId });
  return await vasp.post({ contentType: request.contentType, raw: request.body });
}

Deno.test("4,900 slides of one text of 24,000 bytes: nine show it, and the process stays up", async () => {
  const before = Deno.memoryUsage().rss;
  const { code, messageId, xml } = await post(24_000, "often");
  assert.equal(code, 1000, xml);
  // It is sent unchanged.
  const messages = await until(
    () => carried(test, { id: messageId! }),
    ({ length }) => length > 0,
  );
  const [{ parts }] = messages as [Carried];
  assert.deepEqual(parts.map(({ bytes }) => bytes.length).sort((a, b) => a - b), [
    24_000,
    TIMES_4900.length + "<smil><body></body></smil>".length,
  ]);
  // All tests of a run share the process; without a bound on slides it takes several gigabytes.
  assert.ok(Deno.memoryUsage().rss - before < 2_000_000_000);
});

Deno.test("a text that is too long only when shown on nine slides is refused by its total length", async () => {
  const { code, details } = await post(40_000, "too long");
  assert.equal(code, 2004);
  assert.match(details!, /slides with texts of more than 262144 bytes/);
});

Deno.test("presentations of one account do not delay texts of another", async () => {
  await using bystander = await newCustomer(test);
  let responses = 0;
  const attack = Promise.all(
    Array.from({ length: ATTACKS }, async (_, n) => {
      const response = await post(24_000 + n % 3, `attack ${n}`);
      responses++;
      return response;
    }),
  );
  let most = 0;
  for (let n = 0; n < 20; n++) {
    const before = responses;
    await bystander.send();
    most = Math.max(most, responses - before);
  }
  const refused = (await attack).filter(({ code }) => code !== 1000).map(({ xml }) => xml);
  assert.deepEqual(refused, []);
  assert.ok(most < ATTACKS / 2, `a text waited for ${most} of ${ATTACKS} presentations`);
});
