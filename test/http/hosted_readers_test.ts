/** Hosted messages for their readers: sender, language, robots of messengers, and careless links. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { connect } from "node:net";
import { newAccount } from "../support/store.ts";
import { BASE_URL, slide, startHosted, type TestHosted } from "../web/hosted.ts";
import { film, HEAD, VIDEO } from "./hosted_pages.ts";

const IMESSAGE =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like " +
  "Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0";

const at = (hosted: TestHosted, path: string, init?: RequestInit) =>
  fetch(hosted.url + path, { redirect: "manual", ...init });

/** Creates the account of a message, with a brand. */
async function branded(hosted: TestHosted, code: string): Promise<Uint8Array> {
  const { account: id } = await hosted.link(code);
  const { accounts } = hosted.jobs.store;
  const account = newAccount({ id, displayName: "Tulip <b>", accentColour: "#c2185b" });
  await accounts.create(account);
  const png = new Uint8Array([1, 2, 3]);
  const { hash: blob, bytes } = await hosted.jobs.blobs.put(png);
  await accounts.setLogo(id, { blob, bytes, width: 64, height: 64 });
  hosted.jobs.env.accounts.invalidate(id);
  return png;
}

Deno.test("the page of a brand has its name, its logo and a policy for its colour", async () => {
  await using hosted = await startHosted();
  const code = await film(hosted);
  const logo = await branded(hosted, code);
  const response = await at(hosted, `/m/${code}`);
  const html = await response.text();
  assert.match(html, /Message from <bdi lang="">Tulip &lt;b&gt;<\/bdi>/);
  const hashes = [...html.matchAll(/<style>([^]*?)<\/style>/g)].map(([, source]) =>
    `'sha256-${createHash("sha256").update(source!).digest("base64")}'`
  );
  assert.equal(hashes.length, 2);
  const policy = response.headers.get("content-security-policy")!;
  assert.ok(policy.includes(`; style-src ${hashes.join(" ")}; `), policy);
  assert.doesNotMatch(policy, /unsafe/);
  assert.ok(html.includes(`<meta property="og:image" content="${BASE_URL}/m/${code}/logo.png">`));
  const image = await at(hosted, `/m/${code}/logo.png`);
  assert.equal(image.headers.get("content-type"), "image/png");
  assert.deepEqual(await image.bytes(), logo);
  const other = await at(hosted, `/m/${code}x/logo.png`);
  assert.deepEqual([other.status, (await other.text()).length > 0], [404, true]);
});

Deno.test("an account without a logo has none to fetch", async () => {
  await using hosted = await startHosted();
  const response = await at(hosted, `/m/${await film(hosted)}/logo.png`);
  await response.bytes();
  assert.equal(response.status, 404);
});

Deno.test("robots get the page and its picture, and are counted apart", async () => {
  await using hosted = await startHosted();
  const picture = await hosted.media("image", "image/png", new Uint8Array([1, 2, 3]));
  const code = await hosted.message({ subject: "Sale", slides: [slide("Look", picture)] });
  const click = await hosted.click("https://shop.example/");
  const headers = { "user-agent": IMESSAGE };
  const page = await at(hosted, `/m/${code}`, { headers });
  const [, url] = /<meta property="og:image" content="([^"]*)">/.exec(await page.text())!;
  assert.equal(page.status, 200);
  assert.ok(url!.startsWith(BASE_URL));
  const image = await at(hosted, url!.slice(BASE_URL.length), { headers });
  assert.deepEqual([image.status, (await image.bytes()).length], [200, 3]);
  assert.equal((await at(hosted, `/l/${click}`, { headers })).status, 302);
  for (const each of [code, click]) {
    const { clicks, previews, firstClickAt } = await hosted.link(each);
    assert.deepEqual([clicks, previews, firstClickAt], [0, 1, null]);
  }
  await at(hosted, `/m/${code}`, { headers, ...HEAD });
  await (await at(hosted, `/m/${code}`)).text();
  const { clicks, previews } = await hosted.link(code);
  assert.deepEqual([clicks, previews], [1, 1]);
});

Deno.test("pages are in the reader's language, and caches know", async () => {
  await using hosted = await startHosted();
  const code = await film(hosted);
  const gone = await hosted.message({}, Date.now() - 1);
  const cases: [path: string, status: number, words: RegExp][] = [
    [`/m/${code}`, 200, /Sie können diese Seite bis zum/],
    [`/m/${gone}`, 410, /Diese Nachricht ist abgelaufen/],
    ["/m/none", 404, /Hier ist nichts/],
    ["/l/none", 404, /Hier ist nichts/],
  ];
  for (const [path, status, words] of cases) {
    const headers = { "accept-language": "pl, de-AT;q=0.8, en;q=0.5" };
    const response = await at(hosted, path, { headers });
    assert.equal(response.status, status);
    assert.match(await response.text(), words);
    assert.equal(response.headers.get("content-language"), "de");
    // The server adds Accept-Encoding where it compresses.
    assert.match(response.headers.get("vary")!, /\bAccept-Language\b/i);
  }
});

const PUNCTUATION = [".", ",", ";", ":", "!", "%3F", "'", "%22", ")", "]", "%3E", "%5D", "%29"];
PUNCTUATION.push(
  "%2E",
  "%27",
  ").",
  "!!",
  "%E2%80%9D",
  "”",
  "%E2%80%99",
  "’",
  "%C2%BB",
  "»",
  "%20",
);

/** Sentences that go on without a space: scripts that write so, emoji, and octets that are no text. */
const CONTINUED = [
  ..."。|）|」|、|！|？|…|を見て|에서|查看|在这里|ที่นี่|اضغط|،|؟|یہاں|यहाँ|।|здесь|לחצו|🎉|👍🏽|\u200b|\u00a0|¡|»"
    .split("|"),
  "%E3%80%82",
  "%E3",
  "%FF",
  "%",
  "%zz",
  "%00",
  ".".repeat(100),
  "~",
  "-",
  "--",
  "_",
  "_.",
  "+1",
  "@a",
  "$",
  "*",
  "&x=1",
  "/を見て",
  "。/を見て/🎉",
  "/%E3%80%82",
  "。?utm=1",
  "=",
  "|x",
];

Deno.test("a sentence that goes on without a space is forgiven at links and pages", async () => {
  await using hosted = await startHosted();
  const code = await film(hosted);
  const click = await hosted.click("https://shop.example/");
  for (const [kind, each] of [["m", code], ["l", click]] as const) {
    for (const tail of CONTINUED) {
      const path = `/${kind}/${each}${tail}`;
      const response = await at(hosted, path);
      await response.bytes();
      assert.equal(response.status, 302, path);
      const target = new URL(response.headers.get("location")!, hosted.url + path);
      assert.equal(target.href, `${hosted.url}/${kind}/${each}`, path);
    }
  }
  for (const tail of ["x", "_x", "-x", "0"]) {
    const response = await at(hosted, `/l/${click}${tail}`);
    await response.bytes();
    assert.equal(response.status, 404, "a code has these characters");
  }
  assert.equal((await hosted.link(code)).clicks, 0);
  assert.equal((await (await at(hosted, `/m/${code}を見て`)).bytes()).length, 0);
  assert.equal(
    (await (await fetch(`${hosted.url}/m/${code}を見て`)).text()).includes("A film"),
    true,
  );
  assert.equal((await hosted.link(code)).clicks, 1);
});

Deno.test("punctuation after a link is forgiven, and the page counted once", async () => {
  await using hosted = await startHosted();
  const code = await film(hosted);
  const click = await hosted.click("https://shop.example/");
  for (const [kind, each] of [["m", code], ["l", click]] as const) {
    for (const tail of PUNCTUATION) {
      for (const slash of ["", "/"]) {
        const path = `/${kind}/${each}${tail}${slash}`;
        const { status, headers } = await at(hosted, path);
        assert.equal(status, 302, path);
        const target = new URL(headers.get("location")!, hosted.url + path);
        assert.equal(target.href, `${hosted.url}/${kind}/${each}`, path);
        assert.equal(headers.get("cache-control"), "no-store");
      }
    }
  }
  assert.equal((await hosted.link(code)).clicks, 0);
  assert.equal((await (await fetch(`${hosted.url}/m/${code}.`)).text()).includes("A film"), true);
  assert.equal((await hosted.link(code)).clicks, 1);
  await (await at(hosted, `/m/${code}?`)).text();
  assert.equal((await hosted.link(code)).clicks, 2, "a question mark begins a query");
});

Deno.test("only what may be a code is looked up before the punctuation", async () => {
  await using hosted = await startHosted();
  const code = await film(hosted);
  hosted.reads.length = 0;
  const paths = ["/m/.", "/m/...", `/m/${"x".repeat(65)}.`, "/m/a.b.", `/m/${"x.".repeat(5000)}`];
  for (const path of paths) {
    const response = await at(hosted, path);
    await response.bytes();
    assert.equal(response.status, 404, path);
  }
  assert.deepEqual(hosted.reads, []);
  const file = await at(hosted, `/m/${code}/${VIDEO}.`);
  await file.bytes();
  assert.equal(file.status, 404, "files are not typed by hand");
});

Deno.test("clients that send punctuation as it is are redirected too", async () => {
  await using hosted = await startHosted();
  const code = await film(hosted);
  const { hostname, port } = new URL(hosted.url);
  for (const tail of [">", `"`, "”", "’", "»"]) {
    const line = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(`GET /m/${code}${tail} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
      });
      let response = "";
      socket.on("data", (chunk) => response += chunk);
      socket.on("close", () => resolve(response.split("\r\n")[0]!));
      socket.on("error", reject);
    });
    assert.match(line, /^HTTP\/1\.1 302 /, tail);
  }
});
