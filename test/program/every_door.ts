/** A customer and an operator who use all doors of a running program. */
import assert from "node:assert/strict";
import { startFiles } from "../support/files.ts";
import { image, video } from "../support/media.ts";
import { readMetrics } from "../support/metrics.ts";
import { newAccount, operatorOf, postTo } from "../support/outside.ts";
import { ADMIN_TOKEN, untilReady } from "../support/service.ts";
import { createVasp } from "../support/vasp.ts";
import { until } from "../support/until.ts";

/** Environment of a program that `useEveryDoor` can use. */
export const EVERY_DOOR = {
  ADMIN_TOKEN,
  DEFAULT_CONNECTOR: "loopback",
  OUTBOUND_ALLOW: "127.0.0.0/8",
} as const;

/** Secrets of a use of every door: its account's key, and the path of a hosted page. */
export interface Used {
  apiKey: string;
  pagePath: string;
}

/** Uses each door and each kind of media once, and checks the results. */
export async function useEveryDoor(url: string): Promise<Used> {
  await using files = startFiles();
  const photo = await files.add("photo.jpg", "image/jpeg", await image("photo.jpg"));
  const film = await files.add(
    "film.mp4",
    "video/mp4",
    await video({ seconds: 1, size: "320x240", fps: 10 }),
  );
  const { apiKey } = await newAccount(url);
  const post = (body: object) => postTo(url, apiKey, body);
  const respond = async (body: object) => {
    const response = await post(body);
    const text = await response.text();
    assert.equal(response.status, 200, text);
    return JSON.parse(text);
  };
  const jpeg = async (body: object) => {
    const bytes = await (await post(body)).bytes();
    assert.deepEqual(
      [...bytes.subarray(0, 3)],
      [0xff, 0xd8, 0xff],
      new TextDecoder().decode(bytes),
    );
  };

  const to = { from: "111122", to: "16175550101" };
  const text = await respond({ action: "sendsms", ...to, "message-text": "Hello" });
  await untilState(url, text["tracking-id"], "delivered");

  await jpeg({
    action: "createimage",
    "background-image-url": photo,
    barcode: { id: "https://example.com/a", type: "QR Code" },
    "text-area": { "text-area-1": { text: "مرحبا Ada 🎉 東京", width: "300" } },
  });
  const contact = await (await post({
    action: "createcontact",
    name: { "first-name": "Ada" },
    "photo-url": photo,
  })).text();
  assert.match(contact, /^PHOTO/m);

  const saved = await respond({
    action: "savemms",
    name: "Everything",
    "message-subject": "Moving pictures",
    "fallback-sms-text": "See it",
    slide: [
      { image: { url: photo }, "message-text": "A still …" },
      { video: { url: film }, "message-text": "… and a film" },
    ],
  });
  const send = { action: "sendsavedmms", "mms-id": saved["mms-id"], ...to };
  const { status: sentStatus, body: sent } = await until(async () => {
    const response = await post(send);
    return { status: response.status, body: await response.json() };
  }, ({ body }) => body["error-code"] !== "E626");
  assert.equal(sentStatus, 200, JSON.stringify(sent));
  await untilState(url, sent["tracking-id"], "delivered");
  const parts = await partsOf(url, sent["tracking-id"]);
  assert.ok(parts.includes("image/jpeg") && parts.includes("video/mp4"), parts.join());

  // The loopback operator of this number does not support MMS.
  const asSms = await respond({ ...send, to: "16175550107" });
  await untilState(url, asSms["tracking-id"], "delivered");
  const pagePath = await assertPage(url, asSms["tracking-id"]);

  const vasp = createVasp({ url, account: "acme", apiKey });
  const messageId = await vasp.submit({
    fields: { Content: `<Content href="cid:content" allowAdaptations="true"/>` },
    content: {
      headers: ["Content-Type: image/jpeg", "Content-ID: <content>"],
      content: await Deno.readFile(await image("photo.jpg")),
    },
  });
  await untilState(url, messageId, "delivered");

  const manual = await fetch(`${url}/docs/json-api`);
  assert.equal(manual.status, 200, await manual.text());
  await untilReady(url);
  const samples = await readMetrics(url);
  assert.ok(samples.get("process_cpu_seconds_total")! > 0);
  const status = await operatorOf(url)("/status");
  assert.notEqual(status.files["free-bytes"], null);
  return { apiKey, pagePath };
}

async function untilState(url: string, trackingId: string, state: string): Promise<void> {
  await until(() => operatorOf(url)(`/messages/${trackingId}`), (message) => {
    assert.ok(!["failed", "expired", "rejected"].includes(message.state), JSON.stringify(message));
    return message.state === state;
  });
}

/** Lists the media types of the parts that the loopback carrier received. */
async function partsOf(url: string, trackingId: string): Promise<string[]> {
  const { items } = await operatorOf(url)(`/loopback/messages?tracking-id=${trackingId}`);
  return items[0].parts.map(({ type }: { type: string }) => type.split(";")[0]);
}

/** Opens the hosted page behind the message's link, and its film. Returns the page's path. */
async function assertPage(url: string, trackingId: string): Promise<string> {
  const { items } = await operatorOf(url)(`/loopback/messages?tracking-id=${trackingId}`);
  const link = /\/m\/\S+/.exec(JSON.stringify(items[0].text))![0].replace(/".*/, "");
  const page = await fetch(url + link);
  const html = await page.text();
  assert.equal(page.status, 200, html);
  const file = await fetch(`${url}${link}/${/[^"/]+\.mp4/.exec(html)![0]}`);
  assert.equal(file.status, 200);
  await file.body!.cancel();
  return link;
}
