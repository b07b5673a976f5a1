/** Remedies in the log name settings as the command line does. */
import assert from "node:assert/strict";
import { STATUSES } from "../../src/connectors/smsc_smpp/command_status.ts";
import type { ConnectorKind } from "../../src/core/routing/connector.ts";
import { connectorChanges } from "../../src/generated/admin.ts";
import { RESPONSE_HTTP, RESPONSE_HTTP_ONLY } from "../../src/mm7/response_status.ts";

const ADVICE: [kind: ConnectorKind, rows: readonly { advice: string }[]][] = [
  ["mmsc_mm7", [...RESPONSE_HTTP, ...RESPONSE_HTTP_ONLY]],
  ["smsc_smpp", STATUSES],
];

for (const [kind, rows] of ADVICE) {
  Deno.test(`each option in a remedy is one of kind ${kind}`, () => {
    const options = rows.flatMap(({ advice }) => advice.match(/--[\w-]+/g) ?? []);
    assert.ok(options.length > 3, options.join());
    const settings = Object.keys(connectorChanges[kind].shape);
    for (const option of options) assert.ok(settings.includes(option.slice(2)), option);
    const inCode = rows.filter(({ advice }) => /\b[a-z]+[A-Z]/.test(advice));
    assert.deepEqual(inCode, []);
  });
}
