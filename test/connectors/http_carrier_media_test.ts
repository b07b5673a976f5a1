/** Connectors over hosted APIs: files of handsets that cannot be fetched. */
import assert from "node:assert/strict";
import type { HttpCarrierKind } from "../../src/core/routing/connector.ts";
import { deliver, startProviderCarrier } from "./providers/carrier.ts";
import { PROVIDERS } from "./providers/cases.ts";
import type { ProviderCase } from "./providers/fake.ts";

type Case = ProviderCase<HttpCarrierKind>;

const CASES = Object.values(PROVIDERS) as unknown as Case[];

// A file is fetched again and again, which takes seconds, so all providers are at once.
Deno.test("a file of a handset that cannot be fetched", async (t) => {
  await Promise.all(CASES.map((testCase) =>
    t.step({
      name: testCase.kind,
      sanitizeOps: false,
      sanitizeResources: false,
      sanitizeExit: false,
      fn: () => failToFetch(testCase),
    })
  ));
});

/** Fails to fetch the file of a handset, for a moment and for ever. */
async function failToFetch(testCase: Case): Promise<void> {
  const { provider } = testCase;
  await using carrier = await startProviderCarrier(testCase);
  const content = new Uint8Array([0xff, 0xd8, 0xff]);
  const media = [{ type: "image/jpeg", name: "photo.jpg", content }];
  const message = { id: "id-3", from: "16175550111", to: "16175550100", text: "See", media };
  const callback = carrier.fake.inbound(message);
  const { fake: { server } } = carrier;
  if (callback === null) return;
  let failures = 1;
  server.intercept = ({ method }) =>
    method === "GET" && failures-- > 0 ? { status: 404, body: "" } : undefined;
  assert.equal((await deliver(carrier, callback)).status, 200, "it was there a moment later");
  const inCallback = server.calls.length === 0;
  assert.equal(carrier.inbound[0]!.files.length, 2);

  server.intercept = ({ method }) => method === "GET" ? { status: 404, body: "" } : undefined;
  const { status } = await deliver(carrier, callback);
  assert.equal(status, inCallback || provider.resends === false ? 200 : 503);
  server.intercept = ({ method }) =>
    method === "GET"
      ? { status: 200, headers: { "content-length": "999999999" }, body: "x" }
      : undefined;
  assert.equal((await deliver(carrier, callback)).status, 200, "too big for ever");
  const [text, ...files] = carrier.inbound.at(-1)!.files;
  assert.equal(new TextDecoder().decode(await carrier.blobs.bytes(text!.blob)), "See");
  assert.equal(files.length, inCallback ? 1 : 0);
  if (!inCallback) {
    const warnings = carrier.lines.filter(({ message }) => message.includes("stored without it"));
    assert.ok(warnings.length > 0);
  }
}
