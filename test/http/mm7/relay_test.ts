/** Internal faults at the relay (contract section 5). */
import assert from "node:assert/strict";
import { createMm7Relay } from "../../../src/http/carriers/relay.ts";
import { type Connector, StoreDown } from "../../../src/ports/mod.ts";
import { recordedLog } from "../../support/log_lines.ts";

for (const fault of [new StoreDown("gone"), new TypeError("a secret of ours")]) {
  Deno.test(`a relay that fails with ${fault.name} responds with 503, since a 200 would be final`, async () => {
    const { log, lines } = recordedLog();
    const relay = createMm7Relay({
      connectors: { get: () => undefined, reload: () => Promise.reject(fault) },
      guard: {
        verify: (_attempt: unknown, check: () => Promise<Connector | null>) => check(),
      } as never,
      bodies: { read: () => Promise.reject(new Error("nobody is admitted")) } as never,
      log,
      maxBytes: 1000,
    });
    const request = new Request("http://slidepost.example/mm7/relay/mmsc", {
      method: "POST",
      headers: { "content-type": "text/xml" },
      body: "<a/>",
    });
    const response = await relay("mmsc", request);
    assert.deepEqual([response.status, response.headers.get("retry-after")], [503, "2"]);
    const xml = await response.text();
    assert.match(xml, /<VASPErrorRsp [\s\S]*<StatusCode>3000</);
    assert.doesNotMatch(xml, /secret/);
    assert.equal(
      lines.filter(({ level }) => level === "error").length,
      fault instanceof TypeError ? 1 : 0,
    );
  });
}
