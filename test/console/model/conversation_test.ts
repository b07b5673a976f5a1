/** Texts of handsets on the console's phone. */
import assert from "node:assert/strict";
import { adminBody } from "../../support/service.ts";
import { utf16 } from "../../support/utf16.ts";
import { startConsole } from "../console.ts";

Deno.test("the phone shows a text of an MMS in the alphabet that it is in", async () => {
  await using fixture = await startConsole();
  const texts = { big: "Arrêt du bus", little: "Grüße vom Bus" } as const;
  const from = "16175550131";
  for (const order of ["big", "little"] as const) {
    await adminBody(fixture.test, 201, "POST", "/loopback/mms", {
      from,
      to: "111122",
      file: [{ name: "note.txt", content: utf16(texts[order], order).toBase64() }],
    });
  }
  const html = await fixture.html(`/phone?number=${from}`);
  for (const text of Object.values(texts)) assert.ok(html.includes(text), html);
});

Deno.test("the phone shows the text and the picture of an answer together", async () => {
  await using fixture = await startConsole();
  const from = "16175550132";
  await adminBody(fixture.test, 201, "POST", "/loopback/mms", {
    from,
    to: "111122",
    text: "Lovely tulips",
    file: [{ name: "dot.gif", content: "R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=" }],
  });
  const html = await fixture.html(`/phone?number=${from}`);
  const [slide, ...others] = [...html.matchAll(/<li data-ms=.*?<\/li>/gs)].map(([text]) => text);
  assert.deepEqual(others, []);
  assert.match(slide!, /Lovely tulips/);
  assert.match(slide!, /<img src="\/console\/files\//);
});

Deno.test("a list of messages has a small picture of those that have one", async () => {
  await using fixture = await startConsole();
  const message = { from: "16175550133", to: "111122" };
  const file = [{ name: "dot.gif", content: "R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=" }];
  await adminBody(fixture.test, 201, "POST", "/loopback/mms", { ...message, file });
  await adminBody(fixture.test, 201, "POST", "/loopback/mms", { ...message, text: "No picture" });
  const { items } = await adminBody(
    fixture.test,
    200,
    "GET",
    "/search?number=16175550133",
  );
  assert.deepEqual(items.map(({ picture }: { picture: unknown }) => picture !== null), [
    false,
    true,
  ]);
  const { sha256, type } = items[1].picture;
  assert.equal(type, "image/gif");
  const page = await fixture.html("/messages?number=16175550133");
  const images = [...page.matchAll(/<img class="thumbnail" src="([^"]*)" alt=""/g)];
  assert.equal(images.length, 1);
  const address = images[0]![1]!.replaceAll("&amp;", "&");
  assert.ok(address.includes(sha256));
  const response = await fixture.open(address.slice("/console".length), { cookie: fixture.admin });
  assert.equal(response.headers.get("content-type"), "image/gif");
  assert.deepEqual(await response.bytes(), Uint8Array.fromBase64(file[0]!.content));
});
