/** Callbacks with Basic credentials, which a carrier may send only after a challenge. */
import assert from "node:assert/strict";
import { startBandwidth } from "../connectors/providers/bandwidth.ts";
import type { FakeCallback } from "../connectors/providers/fake.ts";
import { adminBody, startService, type TestService } from "../support/service.ts";

let test: TestService;

Deno.test.beforeAll(async () => {
  test = await startService({ config: { CREDENTIAL_FAILURE_BURST: "3" } });
});

Deno.test.afterAll(() => test.stop());

async function post({ body, headers, path }: FakeCallback): Promise<Response> {
  const response = await fetch(`${test.url}/carriers/by-challenge${path}`, {
    method: "POST",
    body,
    headers,
  });
  await response.body?.cancel();
  return response;
}

Deno.test("requests without credentials are challenged, and count as no failures", async () => {
  await using fake = await startBandwidth();
  const { settings } = fake;
  await adminBody(test, 201, "POST", "/connectors", {
    "name": "by-challenge",
    "kind": "bandwidth",
    "account-id": settings.accountId,
    "application-id": settings.applicationId,
    "client-id": settings.clientId,
    "client-secret": settings.clientSecret,
    "callback-username": settings.callbackUsername,
    "callback-password": settings.callbackPassword,
    "url": settings.url,
    "token-url": settings.tokenUrl,
  });
  for (let times = 0; times < 10; times++) {
    const text = `Hello ${times}`;
    const numbers = { from: "16175550111", to: "16175550100" };
    const callback = fake.inbound({ id: `id-${times}`, ...numbers, text })!;
    const challenged = await post(fake.forge(callback, "unsigned")!);
    assert.equal(challenged.status, 401);
    assert.equal(challenged.headers.get("www-authenticate"), 'Basic realm="slidepost"');
    assert.equal((await post(callback)).status, 200);
  }
  const guess = fake.forge(fake.inbound({ id: "x", from: "1", to: "2", text: "" })!, "wrong key")!;
  const statuses: number[] = [];
  for (let times = 0; times < 6; times++) statuses.push((await post(guess)).status);
  assert.equal(statuses[0], 401);
  assert.notEqual(statuses.at(-1), 401, "guesses are throttled");
});
