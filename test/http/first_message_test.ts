import assert from "node:assert/strict";
import { answerOf, startService } from "../support/service.ts";

for (const store of ["embedded", "postgres"] as const) {
  Deno.test(`sendsms ends in N201 and N202 (${store})`, async () => {
    await using test = await startService({ store });
    const answer = await answerOf(
      await test.post({
        action: "SendSMS",
        from: "111122",
        to: "+1 (617) 555-0101",
        "message-text": "Hello",
      }),
    );
    assert.equal(answer.status, "Success");
    assert.equal(answer.to, "16175550101");
    await test.receiver.untilCodes(answer["tracking-id"], ["N201", "N202"]);
  });
}
