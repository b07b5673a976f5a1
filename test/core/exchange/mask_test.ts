/** Masking of credentials, and the cut of long contents. */
import assert from "node:assert/strict";
import { exchangeOf, type NewExchange } from "../../../src/core/exchange/exchange.ts";
import { maskSecrets } from "../../../src/core/exchange/mask.ts";

const KEY = "kJ7fQ2mX9vB4nR6tY8wZ1cD3gH5jL0pS";
const IMPORTED = `a"b&c`;

/** Text, and what remains of it. */
const CASES: Record<string, [text: string, masked: string]> = {
  "a secret": [`key ${KEY}.`, "key •••."],
  "a secret in JSON": [JSON.stringify({ text: IMPORTED }), `{"text":"•••"}`],
  "a secret in XML": ['<a>a&quot;b&amp;c</a><b>a"b&amp;c</b>', "<a>•••</a><b>•••</b>"],
  "a secret in a URL": ["https://example.com/a%22b%26c", "https://example.com/•••"],
  "a header": [
    "Authorization: Basic dXNlcjpwYXNz\r\nHost: x",
    "Authorization: Basic •••\r\nHost: x",
  ],
  "a header in JSON": [`{"authorization":"Bearer abc.def"}`, `{"authorization":"Bearer •••"}`],
  "a key header": ["X-Api-Key: abc\n", "X-Api-Key: •••\n"],
  "user information": ["https://us:p%40ss@example.com/a", "https://•••@example.com/a"],
  "user information in JSON": [`"https:\\/\\/us:pa@example.com"`, `"https:\\/\\/•••@example.com"`],
  "an address": ["mail us: //help or a@example.com", "mail us: //help or a@example.com"],
  "a parameter": ["?id=7&access_token=abc&x=1", "?id=7&access_token=•••&x=1"],
  "a parameter in XML": ["?id=7&amp;token=abc<", "?id=7&amp;token=•••<"],
  "a parameter in JSON": [`?a=1\\u0026sig=abc"`, `?a=1\\u0026sig=•••"`],
  "a member": [`{"password" : "a\\"b", "n": 1}`, `{"password" : "•••", "n": 1}`],
  "a webhook secret": ["whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD", "whsec_•••"],
  "a VASPID in the form of a key": [
    "<m:VASPID a='1'>AbCdEfGhIjKlMnOpQrSt</m:VASPID>",
    "<m:VASPID a='1'>•••</m:VASPID>",
  ],
  "a VASPID that is a name": ["<VASPID>tulip</VASPID>", "<VASPID>tulip</VASPID>"],
  "a VASID": [`<VASID>${KEY.toLowerCase()}</VASID>`, `<VASID>${KEY.toLowerCase()}</VASID>`],
  "a generated key": ["key=Qm3dEf6hIj9lMn2pQr5tUv8xQm3dEf6h.", "key=•••."],
  "ids": [
    "0197c1e2a6b47d3f9d220197c1e2a6b4 Qm3dEf6hIj9lMn2pQr5tUv8xQm3dEf6hZ",
    "0197c1e2a6b47d3f9d220197c1e2a6b4 Qm3dEf6hIj9lMn2pQr5tUv8xQm3dEf6hZ",
  ],
  "an empty VASPID": ["<VASPID/><A>1</A>", "<VASPID/><A>1</A>"],
  "a text without any": [
    "Token of 5 $: https://example.com/?id=7",
    "Token of 5 $: https://example.com/?id=7",
  ],
};

for (const [name, [text, masked]] of Object.entries(CASES)) {
  Deno.test(`masking ${name}`, () => {
    const masking = { secrets: [KEY, "", IMPORTED], isVaspidKey: false };
    assert.equal(maskSecrets(text, masking), masked);
  });
}

Deno.test("any VASPID of a customer is masked, however it is written", () => {
  const written = [
    "<VASPID>tulip</VASPID>",
    "<é:VASPID\n>tu&#108;ip</é:VASPID>",
    "<VASPID><![CDATA[tulip]]></VASPID>",
    "<VASPID>tu<!-- </ -->lip</VASPID>",
    "<VASPID>tulip",
  ];
  for (const text of written) {
    const masked = maskSecrets(text, { secrets: [], isVaspidKey: true });
    assert.match(masked, /^<[^>]+>•••(<|$)/, text);
    assert.doesNotMatch(masked, /lip/, text);
  }
});

Deno.test("hostile texts of the greatest length are masked in one pass", () => {
  const masking = { secrets: [KEY], isVaspidKey: true };
  for (
    const piece of ["<VASPID", "<VASPID>", "://", "?token", `"password":"\\`, ";a", "//a", "a@"]
  ) {
    // Backtracking over all of it for each piece would take hours.
    const text = piece.repeat((1 << 20) / piece.length) + KEY;
    assert.ok(!maskSecrets(text, masking).includes(KEY), piece);
  }
});

const exchange = (content: NewExchange["content"]): NewExchange => ({
  trackingId: "id",
  peer: "client",
  direction: "in",
  protocol: "json",
  title: "sendsms",
  content,
  secrets: [KEY],
});

const cut = (content: NewExchange["content"], maxBytes = 100) =>
  exchangeOf(exchange(content), { maxBytes, now: 7 });

Deno.test("a short content is whole", () => {
  const { content, bytes, truncated, at } = cut("Grüße");
  assert.deepEqual({ content, bytes, truncated, at }, {
    content: "Grüße",
    bytes: 7,
    truncated: false,
    at: 7,
  });
});

Deno.test("a long content is cut between two characters", () => {
  const { content, bytes, truncated } = cut("😀".repeat(50), 99);
  assert.deepEqual([content, bytes, truncated], ["😀".repeat(24), 200, true]);
  const large = cut(new Uint8Array(10_000_000).fill(0x61));
  assert.deepEqual([large.content, large.bytes, large.truncated], [
    "a".repeat(100),
    10_000_000,
    true,
  ]);
});

Deno.test("no part of a secret stays at the cut", () => {
  for (let before = 0; before < 5000; before += 7) {
    const text = "x".repeat(before) + KEY + "y".repeat(5000);
    for (const content of [text, new TextEncoder().encode(text)]) {
      assert.doesNotMatch(cut(content).content, /[^xy•]/, String(before));
    }
  }
});
