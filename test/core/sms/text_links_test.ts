import assert from "node:assert/strict";
import { linksIn, replaceLinks } from "../../../src/core/sms/text_links.ts";

/** Texts with each link between ⟦ and ⟧. */
const LINKS: [marked: string, why: string][] = [
  ["⟦https://a.example⟧", "alone"],
  ["now ⟦http://a.example/x⟧ or never", "in a sentence"],
  ["⟦HTTPS://A.example/X⟧ ⟦Http://b.example⟧", "in any letter case"],
  ["⟦https://a.example/x⟧\n⟦https://b.example⟧\r\n", "at the ends of lines"],
  ["⟦https://a.example:8443/x?y=z&a[]=1#w⟧", "port, query and fragment"],
  ["⟦https://user:secret@a.example/x⟧", "user information"],
  ["⟦http://192.0.2.1/⟧ ⟦http://[2001:db8::1]:80/x⟧", "addresses"],
  ["⟦http://localhost⟧", "a host without a dot"],
  ["⟦https://a.example?q=1⟧ ⟦https://a.example#top⟧", "no path"],
  ["⟦https://a.example/?to=https://b.example/⟧", "a link in a query is part of it"],
  ["⟦https://a.example/a,b;c'd!e$f*g~h@i⟧", "punctuation inside"],

  ["⟦https://a.example/x⟧.", "a full stop"],
  ["⟦https://a.example⟧.", "a full stop after the host"],
  ["⟦https://a.example/x.html⟧, then", "a comma"],
  ["⟦https://a.example⟧: this", "a colon"],
  ["⟦https://a.example⟧:this", "a colon that begins no port"],
  ["seen ⟦https://a.example/x⟧?!...", "several marks"],
  ["seen ⟦https://a.example/x⟧…", "an ellipsis"],
  ["*⟦https://a.example/x⟧*", "asterisks for bold"],
  ["⟦https://a.example/x_-⟧", "codes may end with a dash or an underscore"],

  ["(⟦https://a.example/x⟧)", "in parentheses"],
  ["(see ⟦https://a.example/x⟧).", "in parentheses, with a full stop"],
  ["⟦https://a.example/x_(y)⟧", "a pair of parentheses of its own"],
  ["(⟦https://a.example/x_(y)⟧)", "a pair of its own, in parentheses"],
  ["⟦https://a.example/x_([{y}])⟧", "pairs in pairs"],
  ["⟦https://a.example/x⟧(see above", "parentheses that do not close"],
  ["⟦https://a.example⟧(see above", "parentheses after the host"],
  ["⟦https://a.example/x⟧(a]b", "brackets that are no pair"],
  ["[⟦https://a.example/x⟧]", "in brackets"],
  ["{⟦https://a.example/x⟧}", "in braces"],
  ["[here](⟦https://a.example/x⟧)", "Markdown"],
  ["<⟦https://a.example/x⟧>", "RFC 3986's own way to set it off"],
  ["\"⟦https://a.example/x⟧\" '⟦https://a.example/y⟧'.", "straight quotation marks"],
  ["“⟦https://a.example/x⟧” ‘⟦https://a.example/y⟧’", "English quotation marks"],
  ["«⟦https://a.example/x⟧» „⟦https://a.example/y⟧“", "other quotation marks"],
  ["⟦https://a.example/x⟧—or not", "an em dash"],

  ["⟦https://a.example/x⟧,⟦https://b.example/y⟧", "parted by a comma"],
  ["⟦https://a.example⟧,⟦HTTP://b.example⟧;⟦https://c.example/⟧", "parted by a semicolon"],
  ["⟦https://a.example/x⟧|⟦https://b.example⟧", "parted by a bar"],
  ["(⟦https://a.example/x⟧)(⟦https://b.example⟧)", "parted by parentheses"],

  ["⟦https://münchen.example/grüße⟧", "letters with accents"],
  ["⟦https://例え.テスト/パス⟧ ⟦https://пример.испытание/путь?ключ=1⟧", "other scripts"],
  ["⟦https://xn--mnchen-3ya.example/%E2%9C%93⟧", "in ASCII"],
  ["⟦https://a.example/ジョン・レノン⟧ ⟦https://a.example/Bose–Einstein⟧", "titles"],
  ["⟦https://a.example/می\u200cشود⟧", "a joiner that writing needs"],
  ["⟦https://a.vermögensberatung/x⟧", "a top-level domain with an umlaut"],
  ["请看⟦https://a.example/x⟧，谢谢。", "CJK text and punctuation"],
  ["（⟦https://a.example/x⟧）「⟦https://b.example⟧」", "CJK brackets"],
  ["⟦https://a.example⟧查看 ⟦https://b.example⟧에서", "an unspaced sentence after a domain"],
  ["⟦https://a.example⟧.。", "an unspaced full stop"],

  ["⟦https://a.example/x⟧😀", "an emoji"],
  ["⟦https://a.example⟧👍🏽", "an emoji after the host"],
  ["⟦https://a.example/x⟧1️⃣⟦https://b.example/⟧ℹ️", "emoji that begin as a digit and a letter"],
  ["⟦https://a.example/%F0%9F%98%80⟧", "a percent-encoded emoji"],
  ["⟦https://a.example/x⟧\u200b⟦https://b.example/y⟧\u00a0", "spaces without width, or no break"],
  ["⟦https://a.example/x⟧\ud800 ⟦https://b.example⟧\u0000", "a lone surrogate and a control"],

  ["www.a.example a.example/x a@b.example", "nothing without a scheme"],
  ["ftp://a.example git+https://a.example shttp://a.example", "no other schemes"],
  ["https:// http://. https:///x http://?x", "no host"],
  ["http://a.example:99999/x http://[::1 http://192.0.2.256/", "what is no URL"],
  [`http://${"a".repeat(256)}/`, "a host that is too long"],
  ["https:/a.example https//a.example", "a broken scheme"],
  ["", "no text"],
];

for (const [marked, why] of LINKS) {
  Deno.test(`links of ${JSON.stringify(marked.slice(0, 80))}: ${why}`, () => {
    const text = marked.replace(/[⟦⟧]/g, "");
    assert.equal(replaceLinks(text, (url) => `⟦${url}⟧`), marked);
  });
}

Deno.test("a link is returned with its position", () => {
  const text = "😀 (https://a.example/x), http://b.example.";
  assert.deepEqual(linksIn(text), [
    { start: 4, end: 23, url: "https://a.example/x" },
    { start: 26, end: 42, url: "http://b.example" },
  ]);
});

Deno.test("links are numbered from 1, a repeated one each time", () => {
  const seen: [string, number][] = [];
  const text = "https://a.example, https://b.example, https://a.example";
  const replaced = replaceLinks(text, (url, nth) => {
    seen.push([url, nth]);
    return `<${nth}>`;
  });
  assert.equal(replaced, "<1>, <2>, <3>");
  assert.deepEqual(seen.map(([url]) => url.at(8)), ["a", "b", "a"]);
  assert.deepEqual(seen.map(([, nth]) => nth), [1, 2, 3]);
});

Deno.test("a replacement is inserted literally", () => {
  assert.equal(
    replaceLinks("a http://b.example c", () => "$&$1https://d.example"),
    "a $&$1https://d.example c",
  );
});

/** Texts that take quadratic time if any part is scanned again for each match. */
const HOSTILE: [unit: string, links: (units: number) => number][] = [
  ["(", () => 1],
  ["http://", () => 1],
  ["http://a/(", () => 1],
  ["/(x=http://a", () => 1],
  ["/([{", () => 1],
  [",http://a", (units) => units + 1],
  ["a:b@", () => 1],
  [".bb中", () => 0],
  [".aaa", () => 0],
  ["1", () => 0],
  ["/...x", () => 1],
  [".,;:!?", () => 1],
  ["/1️⃣", () => 1],
  ["\u0301", () => 0],
];

for (const [unit, links] of HOSTILE) {
  // Quadratic time would be minutes and more at this length.
  Deno.test(`half a million characters of ${JSON.stringify(unit)} are read in linear time`, () => {
    const units = Math.ceil(500_000 / unit.length);
    const text = `http://a${unit.repeat(units)}`;
    assert.equal(linksIn(text).length, links(units));
    assert.equal(replaceLinks(text, (url) => url), text);
  });
}
