/** Any message → bytes → the same message; and xmllint finds the bytes valid. */
import assert from "node:assert/strict";
import fc from "npm:fast-check@4.10.2";
import { type MessageName, type Messages, NAMESPACE } from "../../src/generated/mm7.ts";
import { openEnvelope, readEnvelope, writeEnvelope, writeFault } from "../../src/mm7/envelope.ts";
import { Mm7Error, NO_ECHO, STATUSES, type StatusName } from "../../src/mm7/status.ts";
import { bytes } from "../mime/bytes.ts";
import { anyMessage, NAMES } from "./messages.ts";
import { submitReq } from "./requests.ts";
import { lint } from "./xmllint.ts";

const ECHO = { transactionId: "tx & 1", namespace: NAMESPACE };

function write(name: MessageName, message: Record<string, unknown>): Uint8Array {
  return writeEnvelope(name, message as unknown as Messages[MessageName], ECHO);
}

for (const name of NAMES) {
  Deno.test(`any ${name} is read back unchanged`, () => {
    fc.assert(
      fc.property(anyMessage(name), (message) => {
        const envelope = readEnvelope(write(name, message), [name]);
        assert.equal(envelope.transactionId, ECHO.transactionId);
        assert.deepEqual(openEnvelope(envelope, name), message);
      }),
      { numRuns: 200 },
    );
  });
}

Deno.test("written messages are valid under tools/mm7.xsd", async () => {
  const documents = NAMES.flatMap((name) =>
    fc.sample(anyMessage(name), { numRuns: 30, seed: 7 }).map((message) => write(name, message))
  );
  assert.equal(await lint(documents), "");
});

Deno.test("written faults are valid under tools/mm7.xsd", async () => {
  const documents = (Object.keys(STATUSES) as StatusName[]).flatMap((status) =>
    [NO_ECHO, { ...NO_ECHO, transactionId: "tx" }].flatMap((echo) => [
      writeFault(new Mm7Error(status, null, echo)),
      writeFault(new Mm7Error(status, "why & <how>", echo), "VASP"),
    ])
  );
  assert.equal(await lint(documents), "");
});

Deno.test("xmllint does find invalid documents", async () => {
  assert.match(await lint([bytes("<a/>")]), /No matching global declaration/);
  const swapped = submitReq({ MM7Version: "", Last: "<MM7Version>6.8.0</MM7Version>" });
  assert.match(await lint([swapped]), /This element is not expected/);
  assert.match(await lint([submitReq({ Content: "<Content/>" })]), /'href' is required/);
});
