import assert from "node:assert/strict";
import { linkUrl, pageFileUrl } from "../../../src/core/sms/link.ts";

const BASE_URL = "https://mms.example";

Deno.test("a page and a click link are opened at paths of their own", () => {
  const code = "Zm9v_YmFy-1";
  assert.equal(linkUrl(BASE_URL, { code, kind: "page" }), "https://mms.example/m/Zm9v_YmFy-1");
  assert.equal(linkUrl(BASE_URL, { code, kind: "click" }), "https://mms.example/l/Zm9v_YmFy-1");
});

Deno.test("a base URL may have a path", () => {
  assert.equal(
    linkUrl(`${BASE_URL}/eu`, { code: "a", kind: "page" }),
    "https://mms.example/eu/m/a",
  );
});

Deno.test("a page's file is served below the page, whatever its name", () => {
  assert.equal(
    pageFileUrl(BASE_URL, "a1", "slide2-image.jpg"),
    "https://mms.example/m/a1/slide2-image.jpg",
  );
  const name = "../ä?b#c%2e.jpg";
  const { pathname, search, hash } = new URL(pageFileUrl(BASE_URL, "a1", name));
  assert.ok(pathname.startsWith("/m/a1/"));
  assert.equal(decodeURIComponent(pathname.slice("/m/a1/".length)), name);
  assert.equal(search + hash, "");
});
