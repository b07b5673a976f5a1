/** The sender on the page, and in previews of its link. */
import assert from "node:assert/strict";
import { accentOn } from "../../src/core/account/accent.ts";
import { type Brand, NO_BRAND } from "../../src/core/account/account.ts";
import { PAGE_LANGUAGES } from "../../src/core/message/page_language.ts";
import { messagePage } from "../../src/web/message_page.ts";
import { gonePage, missingPage } from "../../src/web/notice_page.ts";
import { SURFACES } from "../../src/web/style.ts";
import { WORDS } from "../../src/web/words.ts";
import { contextOf, file, show, wordsOf } from "./shown.ts";

const LOGO = { blob: "0".repeat(64), bytes: 100, width: 256, height: 64 };
const brand = (fields: Partial<Brand>): Brand => ({ ...NO_BRAND, ...fields });
const header = (html: string) => /<header[^>]*>([^]*?)<\/header>/.exec(html)![1]!;

Deno.test("an account without a brand is not named", () => {
  assert.equal(wordsOf(header(show({ subject: "Sale" }))), "A message for you Sale");
  assert.equal(wordsOf(header(show({}))), "A message for you");
  assert.doesNotMatch(show({}), /class="logo"|og:site_name|og:image/);
});

Deno.test("the sender is above the title, with its logo", () => {
  const shown = brand({ displayName: "Tulip & Söhne", logo: LOGO });
  const html = show({ subject: "Sale" }, { brand: shown });
  assert.equal(wordsOf(header(html)), "Message from Tulip &amp; Söhne Sale");
  assert.match(html, /<img class="logo" src="CODE\/logo\.png" alt="" width="160" height="40">/);
  assert.equal(
    wordsOf(header(show({}, { brand: shown }))),
    "Message from Tulip &amp; Söhne A message for you",
  );
  const only = header(show({}, { brand: brand({ logo: LOGO }) }));
  assert.equal(wordsOf(only), "A message for you");
  assert.match(only, /class="logo"/);
});

Deno.test("a colour is a style sheet of its own, for screens", () => {
  const page = { subject: null, slides: [] };
  const { html, styles } = messagePage(
    page,
    contextOf({ brand: brand({ accentColour: "#FFEE00" }) }),
  );
  const { accent, tint } = accentOn(SURFACES.light, "#FFEE00");
  assert.equal(styles.length, 2);
  assert.ok(
    styles[1]!.includes(`@media screen { :root { --accent: ${accent}; --tint: ${tint}; } }`),
  );
  assert.doesNotMatch(html, /#FFEE00/);
  assert.equal(messagePage(page, contextOf()).styles.length, 1);
});

Deno.test("no display name becomes markup", () => {
  const displayName = `"><script>alert(1)</script>{name}\u202e`;
  const html = show({}, { brand: brand({ displayName, logo: LOGO }) });
  assert.equal(html.match(/<script/g)?.length, 1, "our own");
  const escaped = "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;{name}\u202e";
  assert.ok(html.includes(`<bdi lang="">${escaped}</bdi>`));
  assert.ok(html.includes(`<meta property="og:site_name" content="${escaped}">`));
  assert.ok(html.includes(`<title>Message from ${escaped}</title>`));
});

/** Returns the metadata of a page by name. */
function metaOf(html: string): Record<string, string> {
  return Object.fromEntries(
    [...html.matchAll(/<meta (?:property|name)="((?:og|twitter):[^"]*)" content="([^"]*)">/g)]
      .map(([, name, content]) => [name!, content!]),
  );
}

Deno.test("messengers show a card with the first picture", () => {
  const slides = [
    { text: "Look  at\nthis", files: [file({ kind: "image", plays: false })] },
    {
      text: "and this",
      files: [file({ name: "slide2-image.png", type: "image/png", width: 640, height: 427 })],
    },
  ];
  assert.deepEqual(
    metaOf(show({ subject: "Sale", slides }, { brand: brand({ displayName: "Tulip" }) })),
    {
      "og:type": "website",
      "og:title": "Sale",
      "og:site_name": "Tulip",
      "og:description": "Look at this and this",
      "og:image": "https://mms.example/m/CODE/slide2-image.png",
      "og:image:type": "image/png",
      "og:image:width": "640",
      "og:image:height": "427",
      "og:image:alt": "Picture",
      "twitter:card": "summary_large_image",
    },
  );
});

Deno.test("without a picture the card has the logo, or none", () => {
  const withLogo = metaOf(show({}, { brand: brand({ displayName: "Tulip", logo: LOGO }) }));
  assert.equal(withLogo["og:image"], "https://mms.example/m/CODE/logo.png");
  assert.equal(withLogo["og:image:alt"], "Tulip");
  assert.equal(withLogo["twitter:card"], "summary");
  assert.equal(withLogo["og:title"], "Message from Tulip");
  const without = metaOf(show({ slides: [{ text: null, files: [] }] }));
  assert.deepEqual(without, {
    "og:type": "website",
    "og:title": "A message for you",
    "twitter:card": "summary",
  });
});

Deno.test("the description is cut at 200 characters, between graphemes", () => {
  const text = "👩‍👩‍👧 ".repeat(200);
  const { "og:description": description } = metaOf(show({ slides: [{ text, files: [] }] }));
  assert.ok([...description!].length <= 200);
  assert.match(description!, /👧 ?…$/);
});

for (const language of PAGE_LANGUAGES) {
  const { direction, from, gone, missing, slide } = WORDS[language];
  Deno.test(`pages in ${language} have no words of another language`, () => {
    const html = show({
      slides: [
        { text: null, files: [file({}), file({ kind: "pdf", plays: false })] },
        { text: null, files: [] },
      ],
    }, { language, brand: brand({ displayName: "NAME" }) });
    assert.match(
      html,
      new RegExp(`^<!doctype html>\n<html lang="${language}" dir="${direction}">`),
    );
    assert.ok(wordsOf(html).includes(from.replace("{name}", "NAME")));
    assert.doesNotMatch(html.replace(/<(style|script)>[^]*?<\/\1>/g, ""), /\{\w+\}/);
    assert.equal([...html.matchAll(/<h2/g)].length, 2);
    const number = new Intl.NumberFormat(WORDS[language].locale);
    const heading = slide.replace("{number}", number.format(1)).replace(
      "{count}",
      number.format(2),
    );
    assert.ok(html.includes(heading), heading);
    assert.ok(gonePage(language).html.includes(`<h1>${gone.title}</h1>`));
    assert.ok(missingPage(language).html.includes(`<h1>${missing.title}</h1>`));
  });
}

Deno.test("each text has the same placeholders in every language", () => {
  const placeholders = (value: unknown): string[] =>
    typeof value === "string"
      ? [(value.match(/\{\w+\}/g) ?? []).sort().join()]
      : Object.entries(value as object).sort(([a], [b]) => a < b ? -1 : 1)
        .flatMap(([, each]) => placeholders(each));
  for (const language of PAGE_LANGUAGES) {
    assert.deepEqual(placeholders(WORDS[language]), placeholders(WORDS.en), language);
  }
});
