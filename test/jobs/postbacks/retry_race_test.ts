import { jsonOf, startService } from "../../support/service.ts";

// A retry may be due, and claimed, before the process has heard that its own step was committed.
Deno.test("no message is lost that is due again while still in progress", async () => {
  await using test = await startService({ config: { DELIVER_RETRY: "0.005s" } });
  const send = async () => {
    const response = await jsonOf(
      await test.post({
        action: "sendsms",
        from: "111122",
        to: "16175550109", // throttles twice
        "message-text": "Hello",
      }),
    );
    return response["tracking-id"] as string;
  };
  const ids = (await Promise.all(Array.from({ length: 20 }, async () => {
    const sent: string[] = [];
    for (let i = 0; i < 25; i++) sent.push(await send());
    return sent;
  }))).flat();
  for (const id of ids) await test.receiver.untilCodes(id, ["N201", "N202"]);
});
