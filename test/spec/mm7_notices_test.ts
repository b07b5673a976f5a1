/** Contract section 5: requests to a VASP are in the version and namespace of its submissions. */
import type { NewAccountFields } from "../../src/actions/provision.ts";
import assert from "node:assert/strict";
import { createLastDialect } from "../../src/actions/submit/last_dialect.ts";
import { silentLog } from "../../src/log/mod.ts";
import { NO_ECHO } from "../../src/mm7/status.ts";
import { movableClock } from "../support/movable_clock.ts";
import { startService, type TestService } from "../support/service.ts";
import { newAccount } from "../support/store.ts";
import { createVasp, NAMESPACE, type Vasp } from "../support/vasp.ts";
import { startVaspReceiver, type VaspReceiver } from "../support/vasp_receiver.ts";

let test: TestService;
let vasp: Vasp;
let receiver: VaspReceiver;
/** Clock that is set ahead, since an account's last version is stored at intervals. */
const clock = movableClock();

Deno.test.beforeAll(async () => {
  receiver = startVaspReceiver();
  test = await startService({
    clock,
    account: { mm7Url: receiver.url },
  });
  vasp = createVasp(test);
});

Deno.test.afterAll(async () => {
  await test.stop();
  await receiver[Symbol.asyncDispose]();
});

const schema = (release: string) => NAMESPACE.replace("REL-6-MM7-1-4", release);

/** Submits a message, and returns its report. */
async function reportOf(version: string, namespace: string): Promise<string> {
  const id = await vasp.submit({
    namespace,
    fields: { MM7Version: `<MM7Version>${version}</MM7Version>` },
  });
  for (let count = 1;; count++) {
    const received = await receiver.untilCount(count);
    const found = received.find(({ envelope }) => envelope.includes(id));
    if (found !== undefined) return found.envelope;
  }
}

function assertSpeaks(envelope: string, version: string, namespace: string): void {
  assert.ok(envelope.includes(`<TransactionID xmlns="${namespace}"`), envelope);
  assert.ok(
    envelope.includes(
      `<DeliveryReportReq xmlns="${namespace}"><MM7Version>${version}</MM7Version>`,
    ),
    envelope,
  );
}

const storedDialect = async () => {
  const { mm7LastVersion, mm7LastNamespace } =
    (await test.service.provision.accounts.byId("acme"))!;
  return [mm7LastVersion, mm7LastNamespace];
};

Deno.test("a report is in our own version and namespace if the VASP submits in them", async () => {
  assertSpeaks(await reportOf("6.8.0", NAMESPACE), "6.8.0", NAMESPACE);
  assert.deepEqual(await storedDialect(), [null, null]);
});

for (
  const [version, namespace] of [
    ["5.6.0", schema("REL-5-MM7-1-3")],
    ["6.3.0", schema("REL-6-MM7-1-2")],
    ["6.8.0", NAMESPACE],
  ] as const
) {
  Deno.test(`a report is in ${version}, the version of the account's last submission, which is stored`, async () => {
    clock.advance(10_000);
    assertSpeaks(await reportOf(version, namespace), version, namespace);
    assert.deepEqual(await storedDialect(), [version, namespace]);
  });
}

Deno.test("a report is in the version and namespace that the account is set to", async () => {
  const set = { "mm7-version": "5.3.0", "mm7-namespace": schema("REL-5-MM7-1-0") };
  assert.equal((await test.admin("PATCH", "/accounts/acme", set)).status, 200);
  const report = await reportOf("6.8.0", NAMESPACE);
  assertSpeaks(report, set["mm7-version"], set["mm7-namespace"]);
});

const WRONG: [field: string, value: string, info: RegExp][] = [
  ["mm7-version", "5.2.0", /^mm7-version must be from 5\.3\.0 to 6\.8\.0$/],
  ["mm7-namespace", "urn:x", /^mm7-namespace must be http:.*release 5 or 6$/],
  ["mm7-transfer-encoding", "8bit", /mm7-transfer-encoding/],
];

for (const [field, value, info] of WRONG) {
  Deno.test(`an account cannot be set to ${field} ${value}`, async () => {
    const { status, body } = await test.admin("PATCH", "/accounts/acme", { [field]: value });
    assert.equal(status, 400);
    assert.match(body["error-info"], info);
  });
}

Deno.test("the last version is stored at intervals, and a failing store does not fail the submission", async () => {
  const account = newAccount();
  const written: [string, Partial<NewAccountFields>][] = [];
  const forgotten: string[] = [];
  let now = 0;
  let fails = false;
  const save = createLastDialect({
    store: {
      change(id, change) {
        if (fails) return Promise.reject(new Error("down"));
        written.push([id, change]);
        return Promise.resolve(account);
      },
    },
    directory: { invalidate: (id) => void forgotten.push(id) },
    clock: { now: () => now },
    log: silentLog(),
  });
  const echo = (version: string) => ({ ...NO_ECHO, version, namespace: null });
  fails = true;
  await save(account, echo("5.3.0"));
  fails = false;
  for (const version of ["5.4.0", "5.5.0", "5.6.0"]) {
    await save(account, echo(version));
    now += 6_000;
  }
  assert.deepEqual(written.map(([id, { mm7LastVersion }]) => [id, mm7LastVersion]), [
    [account.id, "5.4.0"],
    [account.id, "5.6.0"],
  ]);
  assert.equal(written[0]![1].mm7LastNamespace, NAMESPACE);
  assert.deepEqual(forgotten, [account.id, account.id]);
});
