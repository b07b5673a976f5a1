/** A thousand pictures sent in one call each, while the process is killed again and again. */
import assert from "node:assert/strict";
import { startFiles } from "../../support/files.ts";
import { image } from "../../support/media.ts";
import { migratedDatabase } from "../../support/migrated.ts";
import { newAccount, operatorOf, postTo, SMS } from "../../support/outside.ts";
import { onDatabase } from "../../support/postgres.ts";
import { startServe } from "../../support/program.ts";
import { type ReceivedPostback, startReceiver } from "../../support/receiver.ts";
import { newDirectory } from "../../support/scratch.ts";
import { ADMIN_TOKEN } from "../../support/service.ts";
import { pause } from "../../support/until.ts";

const MESSAGES = 1000;
const AT_ONCE = 32;
/** Numbers of accepted messages at which the process is killed. */
const KILLS = [40, 200, 450, 700, 990];
/** Every so many messages, the picture of one cannot be fetched. */
const MISSING_EACH = 10;

Deno.test("a thousand sendmms through kills: each N013 or E011 once, and no template", async () => {
  await using files = startFiles();
  const photo = await Deno.readFile(await image("photo.webp"));
  const picture = files.respond("photo.webp", async () => {
    await pause(100);
    return new Response(photo, { headers: { "content-type": "image/webp" } });
  });
  const missing = new URL("missing.jpg", picture).href;
  const receiver = await startReceiver();
  const database = await migratedDatabase();
  const env = {
    DATA_DIR: await newDirectory(),
    DATABASE_URL: database,
    ADMIN_TOKEN,
    DEFAULT_CONNECTOR: "loopback",
    OUTBOUND_ALLOW: "127.0.0.0/8",
  };
  let { program, url } = await startServe(env);
  try {
    const { apiKey } = await newAccount(url, { "postback-url": receiver.url });
    const sent = new Map<string, boolean>();
    let restarted = Promise.resolve();
    const restart = async () => {
      program.kill("SIGKILL");
      await program.ending;
      ({ program, url } = await startServe(env));
    };

    /** Sends a message until there is a response, under one Idempotency-Key. */
    const send = async (number: number): Promise<void> => {
      const isMissing = number % MISSING_EACH === 0;
      const body = {
        ...SMS,
        action: "sendmms",
        "message-text": undefined,
        "fallback-sms-text": "See it at example.com",
        slide: [{ image: { url: isMissing ? missing : picture } }],
      };
      const response = await untilResponded(
        () => restarted.then(() => postTo(url, apiKey, body, { "idempotency-key": `${number}` })),
      );
      assert.equal(response.status, "Success", JSON.stringify(response));
      sent.set(response["tracking-id"]!, isMissing);
      if (KILLS.includes(sent.size)) restarted = restart();
    };

    let next = 0;
    await Promise.all(Array.from({ length: AT_ONCE }, async () => {
      while (next < MESSAGES) await send(next++);
    }));
    await restarted;
    assert.equal(sent.size, MESSAGES);

    const expected = (isMissing: boolean) =>
      isMissing ? ["E011", "E101"] : ["N013", "N101", "N102"];
    const codesOf = codesByMessage(receiver.received);
    await receiver.until(() =>
      [...sent].every(([id, isMissing]) => codesOf(id).length >= expected(isMissing).length)
    );
    for (const [id, isMissing] of sent) assert.deepEqual(codesOf(id), expected(isMissing), id);

    const { items } = await operatorOf(url)("/templates");
    const [row] = await onDatabase(database, (sql) => sql`select count(*)::int from template`);
    assert.deepEqual([items, row!.count], [[], 0]);
  } finally {
    await program[Symbol.asyncDispose]();
    await receiver.stop();
  }
});

/** Repeats a request that the end of the service leaves without a response. */
async function untilResponded(request: () => Promise<Response>): Promise<Record<string, string>> {
  while (true) {
    try {
      return await (await request()).json();
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
      await pause(20);
    }
  }
}

/** Returns the codes of a message, once by webhook-id, in order of arrival. */
function codesByMessage(received: readonly ReceivedPostback[]): (trackingId: string) => string[] {
  const codes = new Map<string, Map<string, string>>();
  let read = 0;
  return (trackingId) => {
    for (; read < received.length; read++) {
      const { body, headers } = received[read]!;
      const id: string = body["tracking-id"];
      if (!codes.has(id)) codes.set(id, new Map());
      codes.get(id)!.set(headers.get("webhook-id")!, body.code);
    }
    return [...codes.get(trackingId)?.values() ?? []];
  };
}
