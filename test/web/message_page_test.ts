/** The page as text; chromium_test.ts shows it in a browser. */
import assert from "node:assert/strict";
import type { MessagePage } from "../../src/core/message/page.ts";
import { messagePage } from "../../src/web/message_page.ts";
import { gonePage, missingPage } from "../../src/web/notice_page.ts";
import { contextOf, file, show, withFiles } from "./shown.ts";

function text(written: string): string {
  const html = show({ slides: [{ text: written, files: [] }] });
  return /<p class="text[^>]*>([^]*?)<\/p>/.exec(html)![1]!;
}

const HOSTILE = `</title></p><script>alert("1")</script>'&amp;`;
const HARMLESS =
  "&lt;/title&gt;&lt;/p&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;amp;";

Deno.test("no text becomes markup: neither subject, nor slide, nor file name", () => {
  const html = show({
    subject: HOSTILE,
    slides: [{ text: HOSTILE, files: [file({ name: `"><script>.jpg` })] }],
  });
  assert.equal(html.match(/<script/gi)?.length, 1, "our own");
  assert.equal(html.split(HARMLESS).length - 1, 5, "in title, heading, text and preview");
  assert.match(html, /src="CODE\/%22%3E%3Cscript%3E\.jpg"/);
});

Deno.test("the page has no external resource, and no style or script but its own", () => {
  const page: MessagePage = { subject: null, slides: [{ text: "Hello", files: [] }] };
  for (const shown of [messagePage(page, contextOf()), gonePage("en"), missingPage("en")]) {
    const { html, styles, scripts } = shown;
    assert.match(html, /^<!doctype html>\n<html lang="en" dir="ltr">/);
    assert.doesNotMatch(html, /<script.*src|<link|style="|@import|url\(|\son\w+=/i);
    const inline = (tag: string) =>
      [...html.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, "g"))].map(([, source]) => source);
    assert.deepEqual(inline("style"), styles);
    assert.deepEqual(inline("script"), scripts);
    assert.equal(scripts.length, shown.html.includes("<time") ? 1 : 0);
    for (const meta of ["viewport", "color-scheme", "robots", "referrer"]) {
      assert.equal(html.split(`<meta name="${meta}"`).length, 2, meta);
    }
    assert.match(html, /<meta name="robots" content="noindex">/);
    assert.match(html, /<meta name="referrer" content="no-referrer">/);
    assert.equal(html.match(/<h1/g)?.length, 1);
    assert.equal(html.match(/<main/g)?.length, 1);
  }
});

Deno.test("the title is the subject, unless that is blank", () => {
  const titles: [subject: string | null, title: string][] = [
    ["Your order", "Your order"],
    ["  Tom & Jerry\n", "Tom &amp; Jerry"],
    ["🎉", "🎉"],
    [null, "A message for you"],
    ["", "A message for you"],
    [" \u200b\u202e\n", "A message for you"],
  ];
  for (const [subject, title] of titles) {
    const html = show({ subject });
    assert.match(html, new RegExp(`<title>${title}</title>`));
    const look = title.startsWith("A message") ? "" : ` lang="" dir="auto"`;
    assert.match(html, new RegExp(`<h1${look}>${title}</h1>`));
  }
});

Deno.test("line breaks, spaces and emoji of a text stay as they are", () => {
  assert.equal(text("one\ntwo\r\n\r\n  three\rfour\t👩‍👩‍👧 é"), "one\ntwo\n\n  three\nfour\t👩‍👩‍👧 é");
});

Deno.test("characters that HTML does not allow are left out of a text", () => {
  assert.equal(text("a\0b\x1bc\x85d\ud800e"), "abcd\ufffde");
});

Deno.test("links of a text can be followed, and the sentence around them stays", () => {
  const linked = (url: string, shown = url) =>
    `<a href="${url}" rel="noopener noreferrer nofollow"><bdi>${shown}</bdi></a>`;
  const cases: [written: string, html: string][] = [
    ["See https://a.example/x.", `See ${linked("https://a.example/x")}.`],
    ["(http://a.example/?a=1&b=2)", `(${linked("http://a.example/?a=1&amp;b=2")})`],
    [
      "https://a.example\nhttps://b.example!",
      [
        linked("https://a.example"),
        `${linked("https://b.example")}!`,
      ].join("\n"),
    ],
    ["javascript:alert(1) data:text/html,x ftp://a.example", ""],
    ["jo@a.example!", `<a href="mailto:jo@a.example"><bdi>jo@a.example</bdi></a>!`],
    [
      "Call (617) 555-0100.",
      `Call <a href="tel:6175550100"><bdi dir="ltr" class="number">(617) 555-0100</bdi></a>.`,
    ],
  ];
  for (const [written, html] of cases) assert.equal(text(written), html || written);
  assert.doesNotMatch(text(`https://a.example/"onclick="x`), /"onclick/);
});

Deno.test("a link is isolated from text that turns its direction", () => {
  const turned = text("\u202ehttps://a.example/x");
  assert.match(turned, /^\u202e<a href="https:\/\/a\.example\/x"[^>]*><bdi>https/);
});

Deno.test("a few emoji alone are shown large", () => {
  const isLarge = (written: string) =>
    show({ slides: [{ text: written, files: [] }] }).includes(`<p class="text emoji"`);
  for (const written of ["🎉", "🎉🧡 👩‍👩‍👧", "1️⃣\n🇵🇱"]) assert.ok(isLarge(written), written);
  for (const written of ["", "1", "🎉!", "🎉".repeat(7), "©"]) {
    assert.ok(!isLarge(written), written);
  }
});

Deno.test("slides are numbered where there are several", () => {
  const html = show({ slides: ["a", "b", "c"].map((text) => ({ text, files: [] })) });
  assert.deepEqual([...html.matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, heading]) => heading), [
    "Slide 1 of 3",
    "Slide 2 of 3",
    "Slide 3 of 3",
  ]);
  assert.match(html, /<article class="slide" aria-labelledby="slide2">\n<h2 id="slide2">/);
  assert.doesNotMatch(show({}), /<h2|aria-labelledby/);
});

Deno.test("a slide without anything to show says so", () => {
  for (const text of [null, "", " \n\u200b"]) {
    assert.match(
      show({ slides: [{ text, files: [] }] }),
      /This part of the message cannot be shown/,
    );
  }
  assert.doesNotMatch(show({}), /cannot be shown/);
});

Deno.test("space is reserved for pictures and films of known size", () => {
  const sized = { width: 640, height: 427 };
  assert.match(
    withFiles(sized),
    /<img class="wide" [^>]*width="640" height="427" fetchpriority="high">/,
  );
  assert.match(withFiles({ width: 32, height: 32 }), /<img src[^>]*width="32" height="32" f/);
  assert.doesNotMatch(withFiles({}), /(width|height)="\d/);
  assert.match(
    withFiles({ ...sized, kind: "video", type: "video/mp4" }),
    /<video controls playsinline preload="metadata" src="[^"]*" [^>]*width="640" height="427">/,
  );
});

Deno.test("an animation is not shown at once to readers who prefer reduced motion", () => {
  const html = withFiles({ type: "image/gif", name: "slide1-image.gif" });
  assert.match(html, /<div class="moving"><img/);
  assert.match(html, /<p class="calm"><a href="CODE\/slide1-image\.gif">/);
  assert.doesNotMatch(withFiles({}), /class="(moving|calm)"/);
});

const PICTURE = { width: 640, height: 480 };
const larger = (width: number) => file({ name: "slide1-image-web.jpg", width, height: 960 });

Deno.test("browsers choose between the picture for handsets and a larger one", () => {
  const html = withFiles({ ...PICTURE, web: larger(1280) });
  const srcset = "CODE/slide1-image.jpg 640w, CODE/slide1-image-web.jpg 1280w";
  const sizes = /sizes="([^"]+)"/.exec(html)![1];
  assert.equal(sizes, "(min-width: 42rem) 40rem, calc(100vw - 2rem)");
  assert.ok(html.includes(`<img class="wide" srcset="${srcset}" sizes="${sizes}" src="CODE/`));
  const column = withFiles({ width: 85, height: 1138, web: larger(171) });
  assert.match(column, /<img srcset="[^"]+" sizes="85px" src/, "a narrow one is not made wide");
  const squeezed = withFiles({ width: 280, height: 210, web: larger(1280) });
  assert.match(squeezed, /<img class="wide" srcset/, "what is sharp in one of its sizes is wide");
  const unusable = [{ ...PICTURE, web: larger(640) }, { web: larger(1280) }, PICTURE];
  for (const fields of unusable) assert.doesNotMatch(withFiles(fields), /srcset|sizes/);
});

Deno.test("no file name of a picture becomes markup, or a further candidate", () => {
  const web = { ...larger(1280), name: `a.jpg 9w, "><script>.jpg` };
  const html = withFiles({ ...PICTURE, web });
  assert.doesNotMatch(html, /<script>\.jpg/);
  const srcset = / srcset="([^"]+)"/.exec(html)![1]!;
  assert.deepEqual(srcset.split(", ").map((candidate) => candidate.split(" ").length), [2, 2]);
});

Deno.test("an animation with a still shows that to readers who prefer reduced motion", () => {
  const gif = { name: "slide1-image.gif", type: "image/gif", ...PICTURE };
  const html = withFiles({ ...gif, web: larger(1280) });
  const still = `media="(prefers-reduced-motion: reduce)" srcset="CODE/slide1-image-web.jpg"`;
  assert.ok(
    html.includes(`<picture><source ${still}><img class="wide" src="CODE/slide1-image.gif`),
  );
  assert.match(html, /<a href="CODE\/slide1-image.gif">Show the animation<\/a>/);
  assert.doesNotMatch(html, /class="moving"|1280w/);
  const small = withFiles({ ...gif, width: 200, height: 150, web: larger(1280) });
  assert.doesNotMatch(small, /class="wide"/, "the animation itself would be blurred");
});

Deno.test("the first picture loads before the others, which wait to be scrolled near", () => {
  const film = file({ kind: "video", type: "video/mp4" });
  const slides = [
    { text: "a", files: [film] },
    ...Array.from({ length: 3 }, () => ({ text: null, files: [file({})] })),
  ];
  const loadings = [...show({ slides }).matchAll(/<img[^>]*>/g)];
  assert.deepEqual(
    loadings.map(([img]) => [img.includes(`loading="lazy"`), img.includes("fetchpriority")]),
    [[false, true], [true, false], [true, false]],
  );
});

Deno.test("a file named as a document is never shown in place, whatever it claims", () => {
  assert.match(withFiles({ kind: "pdf", type: "application/pdf" }), /<li><a href/);
});

Deno.test("the page says when it expires", () => {
  assert.match(
    show({}),
    /until <time datetime="2027-07-01T12:00:00\.000Z" data-look="day">1 July 2027<\/time>/,
  );
});
