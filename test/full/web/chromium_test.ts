/// <reference lib="dom" />
/** The page of a nine-slide message in a real browser. */
import assert from "node:assert/strict";
import type { Browser, BrowserContextOptions, Page } from "npm:playwright-core@1.65.1";
import { checkLooks, DESKTOP, PHONE } from "../../support/accessibility.ts";
import { chromiumProgram, complaintsOf, startChromium } from "../../support/chromium.ts";
import { sharing } from "../../support/sharing.ts";
import { newAccount } from "../../support/store.ts";
import { PATIENCE_MS } from "../../support/until.ts";
import { slide, startHosted, type TestHosted } from "../../web/hosted.ts";
import { nineSlides, SUBJECT } from "./nine_slides.ts";

const program = chromiumProgram();

const shared = sharing(async (): Promise<Fixture & AsyncDisposable> => {
  await using parts = new AsyncDisposableStack();
  const hosted = parts.use(await startHosted());
  const code = await hosted.message({ subject: SUBJECT, slides: await nineSlides(hosted) });
  const browser = parts.use(await startChromium(program!));
  const running = parts.move();
  return {
    hosted,
    browser,
    url: `${hosted.url}/m/${code}`,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
});

interface Fixture {
  hosted: TestHosted;
  browser: Browser;
  url: string;
}

/** Opens a page, and fails if it logs any error before `use` ends. */
async function visit(
  { browser, url }: Fixture,
  options: BrowserContextOptions,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  await using context = await browser.newContext({ viewport: PHONE, ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  await page.goto(url);
  await use(page);
  assert.deepEqual(complaints, []);
}

const CASES: Record<string, (fixture: Fixture) => Promise<void>> = {
  async "shows every picture, in order, without scrolling sideways"(fixture) {
    await visit(fixture, {}, async (page) => {
      assert.equal(await page.title(), SUBJECT);
      assert.equal(await page.locator("h1").innerText(), SUBJECT);
      assert.equal(await page.locator("article").count(), 9);
      for (const viewport of [PHONE, DESKTOP]) {
        await page.setViewportSize(viewport);
        await allPicturesDecode(page, 3);
        const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
        assert.equal(scrollWidth, clientWidth);
      }
    });
  },

  async "does not shift its layout when pictures load"(fixture) {
    await visit(fixture, {}, async (page) => {
      const height = () => page.evaluate(() => document.documentElement.scrollHeight);
      const before = await height();
      await allPicturesDecode(page, 3);
      await page.waitForFunction(() =>
        [...document.querySelectorAll("video, audio")].every((player) =>
          (player as HTMLMediaElement).readyState >= 1
        )
      );
      assert.equal(await height(), before);
    });
  },

  async "keeps line breaks, emoji and links of texts"(fixture) {
    await visit(fixture, {}, async (page) => {
      const text = page.locator("article").first().locator("p.text");
      assert.match(await text.innerText(), /^Hello Zoë! 👋\nYour parcel/);
      const link = text.locator("a");
      assert.equal(await link.innerText(), "https://shop.example/track?id=42&lang=en");
      assert.equal(await link.getAttribute("rel"), "noopener noreferrer nofollow");
      const large = page.locator("article").last().locator("p");
      assert.equal(await large.innerText(), "🎉🧡 👩‍👩‍👧");
      assert.equal(await large.evaluate((media) => getComputedStyle(media).fontSize), "48px");
    });
  },

  async "plays its film and sound, and seeks in them"(fixture) {
    await visit(fixture, {}, async (page) => {
      const requested = new Set<number>();
      page.on("response", (response) => {
        if (/video/.test(response.url())) requested.add(response.status());
      });
      await page.reload(); // a short film may be loaded completely by now
      for (const kind of ["video", "audio"]) {
        const media = page.locator(kind);
        await media.evaluate(async (file: HTMLMediaElement) => {
          file.muted = true;
          await file.play();
        });
        const isPast = (seconds: number) =>
          page.waitForFunction(
            ([kind, seconds]) =>
              (document.querySelector(String(kind)) as HTMLMediaElement).currentTime > seconds,
            [kind, seconds] as const,
          );
        await isPast(0.1);
        await media.evaluate((file: HTMLMediaElement) => file.currentTime = 3);
        await isPast(3.05);
        assert.equal(await media.evaluate((file: HTMLMediaElement) => file.error), null);
      }
      assert.deepEqual([...requested], [206]);
    });
  },

  async "plays a film that is opened by itself"(fixture) {
    const film = { ...fixture, url: `${fixture.url}/slide3-video.mp4` };
    await visit(film, {}, async (page) => {
      await page.waitForFunction(() => document.querySelector("video")!.readyState >= 2);
    });
  },

  async "hands out its files under their names"(fixture) {
    await visit(fixture, { acceptDownloads: true }, async (page) => {
      const names: string[] = [];
      for (const link of await page.locator(".files a").all()) {
        const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
        names.push(download.suggestedFilename());
        assert.equal(await download.failure(), null);
      }
      assert.deepEqual(names, [
        "slide5-contact.vcf",
        "slide6-calendar.ics",
        "slide7-pdf.pdf",
        "slide8-ms-excel.xls",
      ]);
    });
  },

  async "is navigated with the Tab key in reading order"(fixture) {
    await visit(fixture, {}, async (page) => {
      const stops: string[] = [];
      for (let steps = 0; steps < 40; steps++) {
        await page.keyboard.press("Tab");
        const stop = await page.evaluate(() => {
          const at = document.activeElement;
          if (at === null || at === document.body) return null;
          const { outlineStyle, outlineWidth } = getComputedStyle(at);
          const name = at.getAttribute("aria-label") ?? at.textContent!;
          return {
            name: name.replaceAll(/\s+/g, " ").trim(),
            isSeen: outlineStyle !== "none" && parseFloat(outlineWidth) >= 2,
          };
        });
        if (stop === null) break;
        // A player has several tab stops.
        if (stops.at(-1) === stop.name) continue;
        assert.ok(stop.isSeen, stop.name);
        stops.push(stop.name);
      }
      assert.deepEqual(stops, [
        "https://shop.example/track?id=42&lang=en",
        "Video on slide 3",
        "Sound on slide 4",
        "Download: Contact on slide 5, VCF, 35 bytes",
        "Download: Calendar event on slide 6, ICS, 30 bytes",
        "Download: Document on slide 7, PDF, 84 kB",
        "Download: Spreadsheet on slide 8, XLS, 1.2 MB",
      ]);
    });
  },

  async "passes axe-core, light or dark, shown, expired or unknown"(fixture) {
    const gone = await fixture.hosted.message({ slides: [] }, Date.now() - 1);
    const lost = await fixture.hosted.message({ slides: [slide(null), slide("a")] });
    const invited = await invitation(fixture.hosted);
    const shown = [gone, lost, invited, "none"].map((code) => `${fixture.hosted.url}/m/${code}`);
    const visits = [
      { locale: "en", urls: [fixture.url, ...shown] },
      // axe-core measures no contrast of Arabic, but of the names in Latin script.
      { locale: "ar", urls: [`${fixture.hosted.url}/m/${invited}`] },
    ];
    for (const { locale, urls } of visits) {
      await using context = await fixture.browser.newContext({ locale });
      context.setDefaultTimeout(PATIENCE_MS);
      const page = await context.newPage();
      for (const url of urls) {
        await page.goto(url);
        await checkLooks(page);
      }
    }
  },

  async "is dark for readers who prefer a dark scheme"(fixture) {
    const lightness: number[] = [];
    await visit(fixture, {}, async (page) => {
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        const color = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        lightness.push(Number(/\d+/.exec(color)![0]));
      }
    });
    const [light, dark] = lightness;
    assert.ok(light! > 200 && dark! < 50, `${light} and ${dark}`);
  },

  async "plays no animation for readers who prefer reduced motion, until asked"(fixture) {
    await visit(fixture, { reducedMotion: "reduce" }, async (page) => {
      assert.equal(await page.locator(".moving").isVisible(), false);
      await page.emulateMedia({ reducedMotion: "no-preference" });
      assert.equal(await page.locator(".moving").isVisible(), true);
      assert.equal(await page.locator(".calm").isVisible(), false);
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.getByRole("link", { name: "Show the animation" }).click();
      assert.match(page.url(), /slide2-image\.gif$/);
    });
  },

  async "shows times in the reader's zone, and without a script in the event's"(fixture) {
    const code = await invitation(fixture.hosted);
    const page = { ...fixture, url: `${fixture.hosted.url}/m/${code}` };
    const times = (options: BrowserContextOptions, expected: RegExp[]) =>
      visit(page, options, async (page) => {
        const shown = await page.locator(".name time").allInnerTexts();
        assert.equal(shown.length, expected.length);
        for (const [index, text] of shown.entries()) assert.match(text, expected[index]!);
      });
    const day = /^Thu,? (1 July|July 1,) 2027$/;
    await times({ timezoneId: "America/New_York", locale: "en-US" }, [
      /^Thu, July 1, 2027(,| at) 8:30\s–\s10:00\sAM EDT$/,
      day,
    ]);
    await times({ timezoneId: "Asia/Kolkata", locale: "en-IN" }, [/6:00.–.7:30.*(IST|5:30)/i, day]);
    await times({ timezoneId: "Asia/Tokyo", locale: "de-DE" }, [
      /1\. Juli 2027, 21:30–23:00 Uhr GMT\+9$/,
      /1\. Juli 2027$/,
    ]);
    await times({ timezoneId: "Asia/Tokyo", javaScriptEnabled: false }, [/14:30–16:00 CEST$/, day]);
  },

  async "reads from right to left in Arabic, without scrolling sideways"(fixture) {
    const page = { ...fixture, url: `${fixture.hosted.url}/m/${await invitation(fixture.hosted)}` };
    await visit(page, { locale: "ar" }, async (page) => {
      for (const viewport of [PHONE, DESKTOP]) {
        await page.setViewportSize(viewport);
        const { scrollWidth, clientWidth, dir } = await page.evaluate(() => {
          const { scrollWidth, clientWidth, dir } = document.documentElement;
          return { scrollWidth, clientWidth, dir };
        });
        assert.equal(dir, "rtl");
        assert.equal(scrollWidth, clientWidth);
        const { tile, name } = await page.evaluate(() => ({
          tile: document.querySelector(".tile")!.getBoundingClientRect().left,
          name: document.querySelector(".called bdi")!.getBoundingClientRect().left,
        }));
        assert.ok(tile > name, "icons are on the right");
      }
    });
  },

  async "needs no script"(fixture) {
    await visit(fixture, { javaScriptEnabled: false }, async (page) => {
      await page.locator("img").first().waitFor();
      for (const selector of ["video", "audio", ".files a"]) {
        assert.ok(await page.locator(selector).first().isVisible(), selector);
      }
      assert.equal(await page.locator("h2").last().innerText(), "Slide 9 of 9");
    });
  },

  async "runs no script of a hostile message"({ hosted, browser }) {
    const attack = `<img src=x onerror="document.title='taken'"><script>document.title='taken'` +
      `</script> https://a.example/"onmouseover="document.title='taken' \u202e`;
    const code = await hosted.message({ subject: attack, slides: [slide(attack), slide(attack)] });
    await visit({ hosted, browser, url: `${hosted.url}/m/${code}` }, {}, async (page) => {
      assert.notEqual(await page.title(), "taken");
      assert.equal(await page.locator("article img, [onerror], [onmouseover]").count(), 0);
      assert.equal(await page.locator("script").count(), 1, "our own");
      assert.equal(await page.locator("h1").innerText(), attack);
    });
  },
};

for (const [name, run] of Object.entries(CASES)) {
  // The tests need a browser; `deno task start` says how to install one.
  const ignore = program === undefined;
  shared(`a message of nine slides in Chromium ${name}`, run, { ignore });
}

/** Accepts an invitation of an account with a brand, and returns its code. */
async function invitation({ jobs, media, message }: TestHosted): Promise<string> {
  const at = Date.UTC(2027, 6, 1, 12, 30);
  const zone = "Europe/Amsterdam";
  const content = new TextEncoder().encode("BEGIN:VCALENDAR");
  const event = await media("calendar", "text/calendar", content);
  const day = { at: Date.UTC(2027, 6, 1), zone: null, isDate: true } as const;
  const times = { start: { at, zone }, end: { at: at + 5_400_000, zone } };
  const label = { name: "A festival of tulips <b>" };
  const code = await message({
    subject: "You are invited",
    slides: [
      slide(
        "Call +1 617 555 0100 or write to jo@tulip.example.",
        { ...event, label: { ...label, ...times } },
        { ...event, label: { ...label, start: day } },
      ),
    ],
  });
  const { account: id } = (await jobs.store.links.byCode(code))!;
  if (await jobs.store.accounts.byId(id) === null) {
    const brand = { displayName: "Tulip Shop", accentColour: "#ffd400" };
    await jobs.store.accounts.create(newAccount({ id, ...brand }));
    const { hash: blob, bytes } = await jobs.blobs.put(await newLogo());
    await jobs.store.accounts.setLogo(id, { blob, bytes, width: 64, height: 64 });
    jobs.env.accounts.invalidate(id);
  }
  return code;
}

async function newLogo(): Promise<Uint8Array> {
  const { default: sharp } = await import("sharp");
  const logo = sharp({ create: { width: 64, height: 64, channels: 4, background: "#c2185b" } });
  return new Uint8Array(await logo.png().toBuffer());
}

/** Scrolls to each picture, since those further down are loaded only then. */
async function allPicturesDecode(page: Page, count: number): Promise<void> {
  const pictures = await page.locator("img").all();
  assert.equal(pictures.length, count);
  for (const picture of pictures) {
    await picture.scrollIntoViewIfNeeded();
    const width = await picture.evaluate(async (box: HTMLImageElement) => {
      await box.decode();
      return box.naturalWidth;
    });
    assert.ok(width > 0);
  }
}
