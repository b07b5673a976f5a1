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
