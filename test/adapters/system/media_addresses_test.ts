/** Signed addresses of media: they hold a file's facts, and no change of them is taken. */
import assert from "node:assert/strict";
import { createMediaAddresses } from "../../../src/adapters/system/media_addresses.ts";
import type { AddressedFile } from "../../../src/ports/mod.ts";

const BASE = "https://slidepost.example.net";
const HOUR = 3_600_000;
const FILE: AddressedFile = {
  name: "slide1-image.jpg",
  type: "image/jpeg",
  blob: "0123456789abcdef".repeat(4),
  bytes: 123_456,
  expiresAt: 480_000 * HOUR,
};

function addresses(key = 1) {
  return createMediaAddresses({
    baseUrl: () => BASE,
    key: () => Promise.resolve(new Uint8Array(32).fill(key)),
  });
}

/** Splits an address into token and name. */
function split(url: string): [token: string, name: string] {
  const [token, name] = new URL(url).pathname.split("/").slice(-2);
  return [token!, decodeURIComponent(name!)];
}

Deno.test("an address has the facts of its file", async () => {
  const url = await addresses().addressOf(FILE);
  assert.ok(url.startsWith(`${BASE}/content/`));
  assert.ok(url.length < 200, url);
  assert.deepEqual(await addresses().fileAt(...split(url)), FILE);
  const odd = { ...FILE, name: "ü b?.vcf", type: "text/vcard; charset=utf-8", bytes: 0 };
  assert.deepEqual(await addresses().fileAt(...split(await addresses().addressOf(odd))), odd);
});

Deno.test("within an hour a file has one address, which expires no earlier than it should", async () => {
  const early = await addresses().addressOf({ ...FILE, expiresAt: FILE.expiresAt - HOUR + 1 });
  assert.equal(early, await addresses().addressOf(FILE));
  const later = await addresses().addressOf({ ...FILE, expiresAt: FILE.expiresAt + 1 });
  assert.equal((await addresses().fileAt(...split(later)))!.expiresAt, FILE.expiresAt + HOUR);
});

Deno.test("a changed token, another name and another installation's key are refused", async () => {
  const [token, name] = split(await addresses().addressOf(FILE));
  for (let at = 0; at < token.length; at++) {
    // The last character of a token carries four bits that count, and two that do not.
    const changed = token[at] === "A" ? "B" : token[at] === "." ? "," : "A";
    const forged = token.slice(0, at) + changed + token.slice(at + 1);
    if (forged === token) continue;
    const file = await addresses().fileAt(forged, name);
    assert.ok(file === null || at === token.length - 1, `character ${at}`);
  }
  assert.equal(await addresses().fileAt(token, "slide2-image.jpg"), null);
  assert.equal(await addresses(2).fileAt(token, name), null);
  for (const cut of ["", ".", "..", "....", token.slice(0, -1), `${token}A`, `.${token}`]) {
    assert.equal(await addresses().fileAt(cut, name), null, cut);
  }
});

Deno.test("after a failure of the store, the key is read again", async () => {
  let isDown = true;
  const { addressOf } = createMediaAddresses({
    baseUrl: () => BASE,
    key: () =>
      isDown ? Promise.reject(new Error("down")) : Promise.resolve(new Uint8Array(32).fill(1)),
  });
  await assert.rejects(addressOf(FILE), /down/);
  isDown = false;
  assert.equal(await addressOf(FILE), await addresses().addressOf(FILE));
});
