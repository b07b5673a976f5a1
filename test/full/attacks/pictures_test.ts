/** Pictures made to hurt, sent to a process of its own by each door that takes pictures. */
import assert from "node:assert/strict";
import sharp from "sharp";
import { startFiles } from "../../support/files.ts";
import { bombs, pngWith } from "../../support/image_metadata.ts";
import { bytes } from "../../support/media.ts";
import { migratedDatabase } from "../../support/migrated.ts";
import { newAccount, operatorOf, postTo, sendSms, untilDelivered } from "../../support/outside.ts";
import { startServe } from "../../support/program.ts";
import { startReceiver } from "../../support/receiver.ts";
import { newDirectory } from "../../support/scratch.ts";
import { ADMIN_TOKEN, answerOf, SHORT_CODE } from "../../support/service.ts";
import { createVasp } from "../../support/vasp.ts";

/** Maximum memory of the service in bytes, at its peak. One such picture would take 5 GB. */
const MAX_MEMORY = 600_000_000;

Deno.test({
  name: "pictures with a gigabyte of compressed texts are taken at every door, in little memory",
  ignore: Deno.build.os !== "linux",
  async fn() {
    await using files = startFiles();
    const receiver = await startReceiver();
    const { program, url } = await startServe({
      DATA_DIR: await newDirectory(),
      DATABASE_URL: await migratedDatabase(),
      ADMIN_TOKEN,
      DEFAULT_CONNECTOR: "loopback",
      OUTBOUND_ALLOW: "127.0.0.0/8",
    });
    await using _ = program;
    try {
      const { apiKey } = await newAccount(url, { "postback-url": receiver.url });
      const neighbour = await newNeighbour(url);
      const bomb = await pictureBomb();
      const at = await files.add("bomb.png", "image/png", await bytes("bomb.png", bomb));
      const ask = async (body: object) => await answerOf(await postTo(url, apiKey, body));

      const template = async () => {
        const { "mms-id": id } = await ask({
          action: "savemms",
          name: "Bomb",
          "fallback-sms-text": "See it",
          slide: [{ image: { url: at } }],
        });
        const ofTemplate = (postback: { body: Record<string, unknown> }) =>
          String(postback.body["mms-id"]) === String(id);
        const received = await receiver.until((received) => received.some(ofTemplate));
        assert.equal(received.find(ofTemplate)!.body.code, "N003");
      };
      const mm7 = async () => {
        const id = await createVasp({ url, account: "acme", apiKey }).submit({
          fields: { Content: `<Content href="cid:content" allowAdaptations="true"/>` },
          content: {
            headers: ["Content-Type: image/png", "Content-ID: <content>"],
            content: bomb,
          },
        });
        await receiver.untilCodes(id, ["N013", "N101", "N102"]);
      };
      const photo = async () => {
        const contact = {
          action: "createcontact",
          name: { "first-name": "Ana", "last-name": "Silva" },
          "photo-url": at,
        };
        const response = await postTo(url, apiKey, contact);
        const file = await response.text();
        assert.equal(response.status, 200, file);
      };

      let isOver = false;
      const attack = Promise.all([template, mm7, photo, template, mm7, photo].map((door) => door()))
        .finally(() => isOver = true);
      const sent: string[] = [];
      do sent.push(await sendSms(url, neighbour)); while (!isOver);
      await attack;
      await untilDelivered(url, sent.slice(0, 1));
      const peak = await peakMemory(program.pid);
      assert.ok(peak <= MAX_MEMORY, `${peak} bytes`);
    } finally {
      await receiver.stop();
    }
  },
});

/** Builds a picture of 64 pixels and 20 texts of 50 MB in 1 MB. */
async function pictureBomb(): Promise<Uint8Array<ArrayBuffer>> {
  const red = { create: { width: 8, height: 8, channels: 3 as const, background: "#d02020" } };
  return new Uint8Array(pngWith(await sharp(red).png().toBuffer(), "zTXt", ...bombs(20)));
}

/** Creates another account, and returns its API key. */
async function newNeighbour(url: string): Promise<string> {
  const operator = operatorOf(url);
  const created = await operator("/accounts", { account: "neighbour", name: "Neighbour" });
  await operator("/accounts/neighbour/senders", SHORT_CODE);
  return created["api-key"];
}

/** Reads the peak of a process's memory, in bytes. */
async function peakMemory(pid: number): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`);
  return 1024 * Number(/^VmHWM:\s+(\d+) kB/m.exec(status)![1]);
}
