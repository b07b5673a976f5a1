/** Contract section 8: links as phones find them in sentences of twelve scripts, and where they lead. */
import assert from "node:assert/strict";
import { linksFound, PHONE_PATTERNS } from "../support/phone_links.ts";
import { startService, type TestService } from "../support/service.ts";
import { carriedOnce, NO_MMS, save, sendMms, sendSms } from "./traffic.ts";

const BASE_URL = "https://sms.example.com";

let test: TestService;

Deno.test.beforeAll(async () => {
  test = await startService({ config: { BASE_URL } });
});

Deno.test.afterAll(() => test.stop());

/** Script by what stands around a link in it. */
interface Script {
  word: string;
  /** Words that follow without a space. */
  glued: string;
  end: string;
  brackets: [open: string, close: string];
}

const SCRIPTS: Record<string, Script> = {
  Latin: { word: "Größe", glued: "€", end: ". ", brackets: ["(", ")"] },
  Greek: { word: "Δείτε", glued: "εδώ", end: "·", brackets: ["«", "»"] },
  Cyrillic: { word: "Смотрите", glued: "здесь", end: ". ", brackets: ["„", "“"] },
  Arabic: { word: "اضغط", glued: "هنا", end: "؟", brackets: ["«", "»"] },
  Hebrew: { word: "לחצו", glued: "כאן", end: "׃", brackets: ["(", ")"] },
  Devanagari: { word: "देखें", glued: "यहाँ", end: "।", brackets: ["(", ")"] },
  Tamil: { word: "பார்க்க", glued: "இங்கே", end: ". ", brackets: ["‘", "’"] },
  Thai: { word: "ดูที่", glued: "ที่นี่", end: "ฯ", brackets: ["(", ")"] },
  Han: { word: "请看", glued: "查看", end: "。", brackets: ["（", "）"] },
  Japanese: { word: "詳細", glued: "を見て", end: "。", brackets: ["「", "」"] },
  Hangul: { word: "보기", glued: "에서", end: ". ", brackets: ["《", "》"] },
  Armenian: { word: "Տեսեք", glued: "այստեղ", end: "։", brackets: ["«", "»"] },
};

type Sentence = (link: string, script: Script) => string;

const SENTENCES: Sentence[] = [
  (link) => link,
  (link, { word }) => `${word} ${link}`,
  (link, { word }) => `${link} ${word}`,
  (link, { word }) => `${word} ${link}\n${word}`,
  (link, { word, end }) => `${word}: ${link}${end}`,
  (link, { word, end }) => `${word} ${link}${end}${word}`,
  (link, { word, glued }) => `${word} ${link}${glued}`,
  (link, { word, glued, end }) => `${word} ${link}${glued}${end}`,
  (link, { word, brackets: [open, close] }) => `${word} ${open}${link}${close}`,
  (link, { word, end, brackets: [open, close] }) => `${word} ${open}${link}${close}${end}`,
  (link, { word, glued, brackets: [open, close] }) => `${open}${link}${close}${glued} ${word}`,
  (link, { word }) => `${word} ${link}, ${word}`,
  (link, { word }) => `${word} ${link}…`,
  (link, { word }) => `${word} ${link}!`,
  (link, { word }) => `${word} “${link}”?`,
  (link, { word }) => `${word} ${link}🎉`,
  (link, { word, glued }) => `${word} ${link}👍🏽${glued}`,
  (link, { word }) => `${word} ${link}—${word}`,
];

/** Follows the redirects of the service, as a browser, to what it shows or to another site. */
async function opened(link: string): Promise<string> {
  for (let url = new URL(link), left = 3; left > 0; left--) {
    const response = await fetch(test.url + url.pathname + url.search, { redirect: "manual" });
    await response.body?.cancel();
    const location = response.headers.get("location");
    if (location === null) return `${response.status} ${url.href}`;
    url = new URL(location, url);
    if (url.origin !== BASE_URL) return url.href;
  }
  return "a loop";
}

/** Returns the texts in which a phone finds no link, or one that leads elsewhere. */
async function failures(pattern: RegExp, texts: Map<string, string>): Promise<string[]> {
  const results = await Promise.all([...texts].map(async ([text, target]) => {
    const [link] = linksFound(pattern, text);
    const shown = link === undefined ? "no link" : await opened(link);
    return shown === target ? [] : [`${JSON.stringify(text)}: ${link}: ${shown}`];
  }));
  return results.flat();
}

const PAIRS = Object.values(SCRIPTS).flatMap((script) =>
  SENTENCES.map((sentence) => (link: string) => sentence(link, script))
);

Deno.test("links: counted links in 200 sentences lead on from phones", async (t) => {
  assert.ok(PAIRS.length >= 200, `${PAIRS.length}`);
  const texts = new Map(
    await Promise.all(PAIRS.map(async (sentence, index) => {
      // Without a path, what is glued to it is known to be none of it.
      const target = `https://shop-${index}.example`;
      const text = { "message-text": sentence(target), "click-tracking": true };
      const sent = await carriedOnce(test, await sendSms(test, text));
      return [sent.text!, `${target}/`] as const;
    })),
  );
  for (const [name, pattern] of Object.entries(PHONE_PATTERNS)) {
    await t.step(name, async () => assert.deepEqual(await failures(pattern, texts), []));
  }
});

Deno.test("links: those of pages in 200 sentences lead there from phones", async (t) => {
  const { mmsId } = await save(test, { slide: [{ "message-text": "Hello" }] });
  const { text } = await carriedOnce(test, await sendMms(test, mmsId, { to: NO_MMS }));
  const [page] = /https:\S+$/.exec(text!)!;
  const texts = new Map(PAIRS.map((sentence) => [sentence(page), `200 ${page}`]));
  for (const [name, pattern] of Object.entries(PHONE_PATTERNS)) {
    await t.step(name, async () => assert.deepEqual(await failures(pattern, texts), []));
  }
});

Deno.test("links: a phone cuts the end of a code of earlier versions, as published", () => {
  const text = "Sale https://sms.example.com/l/Mb0g03LuMvr- today";
  assert.deepEqual(linksFound(PHONE_PATTERNS["Android, WEB_URL"]!, text), [
    "https://sms.example.com/l/Mb0g03LuMvr",
  ]);
  const last = "https://sms.example.com/l/Mb0g03LuMvr-";
  assert.deepEqual(linksFound(PHONE_PATTERNS["Android, WEB_URL"]!, last), [last]);
});
