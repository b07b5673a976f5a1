/** Pictures made to hurt, sent to a process of its own by each door that takes pictures. */
import assert from "node:assert/strict";
import sharp from "sharp";
import { startAttacked } from "../../support/attacked.ts";
import { startFiles } from "../../support/files.ts";
import { bombs, pngWith } from "../../support/image_metadata.ts";
import { bytes } from "../../support/media.ts";
import { postTo } from "../../support/outside.ts";
import { startReceiver } from "../../support/receiver.ts";
import { jsonOf } from "../../support/service.ts";
import { createVasp } from "../../support/vasp.ts";

Deno.test({
  name: "pictures with a gigabyte of compressed texts are taken at every door, in little memory",
  ignore: Deno.build.os !== "linux",
  async fn() {
    await using files = startFiles();
    const receiver = await startReceiver();
    try {
      await using service = await startAttacked({ "postback-url": receiver.url });
      const { apiKey, url } = service;
      const bomb = await pictureBomb();
      const at = await files.add("bomb.png", "image/png", await bytes("bomb.png", bomb));
      const ask = async (body: object) => await jsonOf(await postTo(url, apiKey, body));

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

      const doors = [template, mm7, photo, template, mm7, photo];
      await service.attack(() => Promise.all(doors.map((door) => door())));
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
