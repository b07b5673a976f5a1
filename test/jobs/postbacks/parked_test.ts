/** Parked postbacks are sent once their accounts have URLs. */
import assert from "node:assert/strict";
import { createParked } from "../../../src/jobs/postbacks/parked.ts";
import { newCustomer } from "../../support/customer.ts";
import { startJobs, type TestJobs } from "../../support/jobs.ts";
import { startReceiver } from "../../support/receiver.ts";
import { startService } from "../../support/service.ts";
import { responseTo, startVaspReceiver } from "../../support/vasp_receiver.ts";
import { until } from "../../support/until.ts";

const NO_DEFAULT = () => null;

/**
 * Creates a delivered message: it has N101, N102 and, for a VASP that takes reports,
 * DeliveryReportReq.
 */
async function delivered(jobs: TestJobs, account: string): Promise<string> {
  const carrierId = crypto.randomUUID();
  const trackingId = await jobs.submitted(carrierId, { account });
  await jobs.report({ carrierId, outcome: { outcome: "delivered" } });
  return trackingId;
}

/** Resolves when the postbacks of a message are in these states. */
async function untilStates({ store }: TestJobs, trackingId: string, states: string[]) {
  const wanted = states.toSorted().join();
  await until(async () => {
    const { postbacks } = await store.events.of(trackingId);
    return postbacks.map(({ code, state }) => `${code} ${state}`).sort().join();
  }, (states) => states === wanted);
}

/** Tells for each postback of a message whether it was replayed. */
async function replayed({ store }: TestJobs, trackingId: string): Promise<boolean[]> {
  const { items } = await store.postbacks.list({ trackingId }, { cursor: null, limit: 10 });
  return items.map(({ replayedAt }) => replayedAt !== null);
}

Deno.test("each channel's postbacks are sent once it has a URL, and no other's", async () => {
  await using jobs = await startJobs({ config: { POSTBACK_SCHEDULE: "0.1s" } });
  const receiver = await startReceiver();
  await using vasp = startVaspReceiver();
  const held = createParked(jobs.env, NO_DEFAULT);
  // It is sent before the other's.
  const { id: nobody } = await jobs.account();
  const { id } = await jobs.account({ postbackUrl: receiver.url, mm7Url: vasp.url });
  // Its URL is removed between two attempts.
  vasp.respond = async () => {
    await jobs.store.accounts.change(id, { mm7Url: null });
    return new Response(null, { status: 503 });
  };
  const trackingId = await delivered(jobs, id);
  await untilStates(jobs, trackingId, ["N101 sent", "N102 sent", "DeliveryReportReq parked"]);
  const waiting = await delivered(jobs, nobody);
  await untilStates(jobs, waiting, ["N101 parked", "N102 parked"]);

  vasp.respond = (notice) => responseTo(notice, 1000);
  for (const message of [nobody, id]) {
    await jobs.store.accounts.change(message, { mm7Url: vasp.url });
  }
  await held.takeDue();
  await untilStates(jobs, trackingId, ["N101 sent", "N102 sent", "DeliveryReportReq sent"]);
  assert.equal(vasp.received.length, 2);
  assert.equal(receiver.received.length, 2);
  assert.deepEqual(await replayed(jobs, waiting), [false, false]);
  await held.drain();
  await receiver.stop();
});

Deno.test("an account without a URL of its own has the built-in receiver's", async () => {
  await using jobs = await startJobs();
  const { id } = await jobs.account();
  const trackingId = await delivered(jobs, id);
  await untilStates(jobs, trackingId, ["N101 parked", "N102 parked"]);
  const held = createParked(jobs.env, () => "http://127.0.0.1/sandbox");
  await held.takeDue();
  await until(() => replayed(jobs, trackingId), (all) => !all.includes(false));
  await held.drain();
});

Deno.test("a failed read of parked postbacks is left to the next interval, and not repeated after the end", async () => {
  await using jobs = await startJobs();
  let requests = 0;
  const failing = {
    ...jobs.env,
    store: {
      ...jobs.store,
      postbacks: {
        ...jobs.store.postbacks,
        parkedReceivers: () => Promise.reject(new Error(`failure ${++requests}`)),
      },
    },
  };
  const held = createParked(failing, NO_DEFAULT);
  // A call during a round gets a round of its own, unless that one fails and the rescuer takes
  // over.
  await Promise.all([held.takeDue(), held.takeDue()]);
  await held.drain();
  assert.equal(requests, 1);
  await held.takeDue();
  assert.equal(requests, 1);
});

Deno.test("a URL set by another process is found at the next interval", async () => {
  await using test = await startService({
    config: { RESCUE_INTERVAL: "1s", ACCOUNT_CACHE_TTL: "0s" },
  });
  await using customer = await newCustomer(test, { postbackUrl: null });
  const id = await customer.send();
  await until(
    async () =>
      (await test.admin("GET", `/postbacks?tracking-id=${id}&state=parked`)).body.items.length,
    (count) => count === 2,
  );
  await test.service.provision.accounts.change(customer.account, {
    postbackUrl: customer.receiver.url,
  });
  await customer.receiver.untilCodes(id, ["N201", "N202"]);
});

Deno.test("parked postbacks of a receiver that is removed are dead", async () => {
  await using test = await startService();
  await using customer = await newCustomer(test);
  const receivers = `/accounts/${customer.account}/receivers`;
  const { url } = customer.receiver;
  assert.equal((await test.admin("POST", receivers, { receiver: "crm", url })).status, 201);
  assert.equal((await test.admin("PATCH", `${receivers}/crm`, { url: null })).status, 200);
  const id = await customer.send();
  const errorsOf = async (state: string): Promise<unknown[]> => {
    const path = `/postbacks?tracking-id=${id}&receiver=crm&state=${state}`;
    const { items } = (await test.admin("GET", path)).body;
    return items.map((item: Record<string, unknown>) => item["last-error"]);
  };
  await until(() => errorsOf("parked"), ({ length }) => length === 2);

  assert.equal((await test.admin("DELETE", `${receivers}/crm`)).status, 204);
  const errors = await until(() => errorsOf("dead"), ({ length }) => length === 2);
  assert.deepEqual(errors, ["the receiver was removed", "the receiver was removed"]);
  const counted = await test.admin("GET", "/postbacks/count?receiver=crm");
  assert.deepEqual(counted.body, { count: 2, complete: true });
});
