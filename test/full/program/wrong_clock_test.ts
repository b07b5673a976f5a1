/** A process on a machine whose clock is months ahead, beside one whose clock is right. */
import assert from "node:assert/strict";
import { createServiceClock } from "../../chaos/service_clock.ts";
import { freePort } from "../../support/free_port.ts";
import { migratedDatabase } from "../../support/migrated.ts";
import {
  newAccount,
  operatorOf,
  postTo,
  sendSms,
  SMS,
  untilDelivered,
} from "../../support/outside.ts";
import { runProgram, startServe } from "../../support/program.ts";
import { newDirectory } from "../../support/scratch.ts";
import { ADMIN_TOKEN } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const AHEAD = 120 * 86_400;

const directory = await newDirectory();
const clock = await createServiceClock(directory);

Deno.test({
  name: "120 days ahead: neither is a delivered message deleted, nor does a waiting one expire",
  ignore: !clock.isMovable,
  async fn() {
    const env = {
      ADMIN_TOKEN,
      DATABASE_URL: await migratedDatabase(),
      DEFAULT_CONNECTOR: "loopback",
      QUEUE: "postgres",
      RESCUE_INTERVAL: "1s",
    };
    const { program, url } = await startServe({ ...env, DATA_DIR: await newDirectory() });
    await using _right = program;
    const operator = operatorOf(url);
    const { apiKey } = await newAccount(url);
    await operator("/smscs", {
      "name": "away",
      "host": "127.0.0.1",
      "port": freePort(),
      "system-id": "nobody",
    });
    const late = { address: "333344", kind: "short-code", country: "US", "sms-connector": "away" };
    await operator("/accounts/acme/senders", late);
    const delivered = await Promise.all(Array.from({ length: 20 }, () => sendSms(url, apiKey)));
    await untilDelivered(url, delivered);
    for (let n = 0; n < 6; n++) {
      const response = await postTo(url, apiKey, { ...SMS, from: "333344" });
      assert.equal(response.status, 200, await response.text());
    }
    const states = async () => {
      const { items } = await operator("/messages?limit=200");
      return Map.groupBy(items as { state: string }[], ({ state }) => state);
    };
    await until(states, (found) => found.get("sent")?.length === 6);

    const wrong = { ...env, ...clock.envs[0]!, DATA_DIR: await newDirectory(), PORT: "0" };
    await clock.jump(0, AHEAD);
    const refused = await runProgram({ args: ["serve"], env: wrong });
    assert.equal(refused.code, 1);
    assert.match(
      refused.stderr,
      /^slidepost: the clock of this machine is 120 days 0 h ahead of the database's; set .* again$/m,
    );

    await clock.setRight();
    const joined = await startServe(wrong);
    await using _wrong = joined.program;
    await clock.jump(0, AHEAD);
    const ready = async () => (await fetch(`${joined.url}/readyz`)).status;
    await until(ready, (status) => status === 503);
    const response = await postTo(joined.url, apiKey);
    assert.equal(response.status, 503, await response.text());
    await joined.program.until(/this machine takes no work: its clock is wrong/);
    await untilDelivered(url, [await sendSms(url, apiKey)]);
    const found = await states();
    assert.deepEqual([found.get("delivered")?.length, found.get("sent")?.length], [21, 6]);

    await clock.setRight();
    await until(ready, (status) => status === 200);
    await sendSms(joined.url, apiKey);
  },
});
