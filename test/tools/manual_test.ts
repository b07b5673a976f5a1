/**
 * Everything that README, manual and the pages for developers refer to exists, and they keep to their
 * form.
 */
import assert from "node:assert/strict";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import deno from "../../deno.json" with { type: "json" };
import { CONFIG_KEYS, readConfig } from "../../mod.ts";
import { FAULTS } from "../../src/core/errors.ts";
import { adminOperations } from "../../src/contract/admin.ts";
import { postbackCodes } from "../../tools/manual/postback_codes.ts";
import { PROVIDER_TABLES } from "../../tools/manual/provider_tables.ts";
import { embeddedDirectory } from "../support/embedded.ts";
import {
  blocksOf,
  DEVELOPERS_PAGES,
  MANUAL,
  type Page,
  readPage,
  readPages,
  ROOT,
  withoutBlocks,
} from "../support/manual.ts";

const [README, ...MANUAL_PAGES] = await readPages() as [Page, ...Page[]];
const PAGES = [README, ...MANUAL_PAGES, ...await Promise.all(DEVELOPERS_PAGES.map(readPage))];

const README_LINES = 120;
const PAGE_LINES = 250;

const linesOf = ({ text }: Page) => text.trimEnd().split("\n").length;
const nameOf = ({ path }: Page) => path.slice(path.lastIndexOf("/") + 1);

/** Lists the matches of a pattern's first group on the pages, each with its page. */
function found(pattern: RegExp, textOf: (page: Page) => string = ({ text }) => text) {
  return PAGES.flatMap((page) =>
    [...textOf(page).matchAll(pattern)].map(([, match]) => ({ page: page.path, match: match! }))
  );
}

/** Asserts that there is no finding that the predicate accepts. */
function assertNone<T>(findings: readonly T[], isWrong: (finding: T) => boolean): void {
  assert.deepEqual(findings.filter(isWrong), []);
}

/** Extracts code between backticks, fenced or not. */
const codeOf = ({ text }: Page) =>
  [...text.matchAll(/^```.*?^```$|`[^`\n]+`/gms)].map(([code]) => code).join("\n");

/** Page that lists the providers of hosted APIs, each of which has one of its own. */
const PROVIDERS = "hosted-apis.md";

function isProviderPage(name: string): boolean {
  return Object.hasOwn(PROVIDER_TABLES, name) && name !== PROVIDERS;
}

/** Leaves out the generated tables of a provider, whose words are its own. */
function withoutProviderTables(page: Page): Page {
  if (!Object.hasOwn(PROVIDER_TABLES, nameOf(page))) return page;
  const table = /<!-- (codes|statuses) -->[^]*?<!-- \/\1 -->/g;
  return { ...page, text: page.text.replaceAll(table, "") };
}

/** Derives the anchor of a heading as GitHub does. */
function anchorOf(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").trim().replaceAll(/\s/g, "-");
}

function anchorsOf(page: Page): string[] {
  return [...withoutBlocks(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading!));
}

const LINK = /\[[^\]]*\]\(([^)\s]+)\)/g;

Deno.test("every relative link of README and manual leads to a file, and to a heading of it", async () => {
  for (const { path } of PAGES) {
    const page = await readPage(path);
    for (const [, target] of withoutBlocks(page).matchAll(LINK)) {
      if (/^https?:/.test(target!)) continue;
      const [file = "", anchor] = target!.split("#");
      const page = file === "" ? path : resolve(`/${dirname(path)}`, file).slice(1);
      await Deno.stat(`${ROOT}${page}`).catch(() => assert.fail(`${path}: no ${target}`));
      if (anchor === undefined) continue;
      assert.ok(anchorsOf(await readPage(page)).includes(anchor), `${path}: no heading ${target}`);
    }
  }
});

Deno.test("the README links the index, which links every page but those of providers", () => {
  const linksOf = (page: Page) => [...page.text.matchAll(LINK)].map(([, target]) => target);
  assert.ok(linksOf(README).includes(`${MANUAL}/index.md`));
  const links = linksOf(MANUAL_PAGES.find((page) => nameOf(page) === "index.md")!);
  const others = MANUAL_PAGES.map(nameOf).filter((name) => name !== "index.md");
  assertNone(others, (name) => !links.includes(name) && !isProviderPage(name));
  const overview = MANUAL_PAGES.find((page) => nameOf(page) === PROVIDERS)!;
  const providers = MANUAL_PAGES.map(nameOf).filter(isProviderPage);
  assert.ok(providers.length > 5);
  assertNone(providers, (name) => !overview.text.includes(`](${name})`));
});

Deno.test("only the README and the page for developers link the source", () => {
  const pages = MANUAL_PAGES.filter((page) => nameOf(page) !== "extending.md");
  const links = pages.flatMap((page) => [...page.text.matchAll(LINK)].map(([, target]) => target!));
  assertNone(links, (target) => !/^https:|^#|^[\w-]+\.md(#|$)/.test(target));
});

Deno.test("README and pages are short, and each page says first what it covers", () => {
  assert.ok(linesOf(README) <= README_LINES, `README.md has ${linesOf(README)} lines`);
  for (const page of MANUAL_PAGES) {
    assert.ok(linesOf(page) <= PAGE_LINES, `${page.path} has ${linesOf(page)} lines`);
    assert.match(page.text, /^# .+\n\n(This page|The manual) [^]+?\.\n/, page.path);
  }
});

/**
 * Variables of other programs, of shells and of tests, formats of providers (`MO_`), and an element of
 * compatible interfaces.
 */
const OTHER_VARIABLES =
  /^(AWS|DENO|ESME|MO|NODE|OTEL|SLIDEPOST|UPDATE)_|^(MMS_ID|TRACKING_ID|API_KEY)$/;

/** Origins of postbacks. */
const ORIGINS = /^[MS]MS_M[TO]$/;

Deno.test("every configuration key that README and manual name exists", () => {
  const pattern = /(?<![\w/$-])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?![\w/])/g;
  const names = found(pattern, (page) => codeOf(withoutProviderTables(page)));
  assert.ok(names.length > 100);
  assertNone(
    names,
    ({ match }) => !(match in CONFIG_KEYS) && !OTHER_VARIABLES.test(match) && !ORIGINS.test(match),
  );
});

Deno.test("the limits that the manual shows beside their keys are the defaults", async () => {
  const [limits, configuration] = await Promise.all(
    ["limits", "configuration"].map((name) => readPage(`${MANUAL}/${name}.md`)),
  );
  const shown = [...limits!.text.matchAll(/`([^`]+)` \(\[`(\w+)`\]/g)];
  assert.ok(shown.length > 10);
  for (const [, value, key] of shown) {
    assert.match(configuration!.text, new RegExp(`^\\| \`${key}\` +\\| \`${value}\` `, "m"), key);
  }
});

Deno.test("every task and command that README and manual name exists", () => {
  assertNone(found(/deno task ([a-z]\w*)/g), ({ match }) => !(match in deno.tasks));
  const commands = new Set(adminOperations.map(({ cli }) => cli.join(" ")));
  assertNone(
    found(/(?:deno task|slidepost) admin ([a-z]+ [a-z-]+)/g, codeOf),
    ({ match }) => !commands.has(match),
  );
});

/** Options of commands other than `deno task admin …`. */
const OTHER_OPTIONS = [
  "busy",
  "check",
  "clear",
  "config",
  "filter",
  "force",
  "full",
  "help",
  "json",
  "without-files",
  "blobs",
  "drills",
  "embedded",
  "kills",
  "machines",
  "minutes",
  "seed",
  "yes",
  "data-binary",
  "forward-to",
  "test",
  "entrypoint",
  "frozen",
  "global",
  "build",
  "lock",
  "no-install-recommends",
  "now",
  "owner",
  "default-non-nullable",
  "config-file",
  "rm",
  "source-server",
];

Deno.test("every option that README and manual name exists", () => {
  const names = new Set([
    ...adminOperations.flatMap(({ query, body }) => [...query, ...body].map(({ name }) => name)),
    ...OTHER_OPTIONS,
  ]);
  const options = found(/(?<![\w-])--([a-z][\w-]*[a-z\d])(?![\w-])/g, codeOf);
  assert.ok(options.length > 50);
  assertNone(options, ({ match }) => !names.has(match));
});

Deno.test("every code that README and manual name exists", () => {
  const codes = new Set([
    ...Object.values(FAULTS).map(({ json }) => json),
    ...postbackCodes().map(([code]) => code!.replaceAll("`", "")),
  ]);
  const names = found(/\b([EN]\d{3,4})\b/g, (page) => withoutProviderTables(page).text);
  assertNone(names, ({ match }) => !codes.has(match));
});

Deno.test("every file that README and manual name exists", async () => {
  for (const { page, match } of found(/`((?:src|test|tools)\/[\w./-]+)`/g)) {
    await Deno.stat(`${ROOT}${match}`).catch(() => assert.fail(`${page}: no ${match}`));
  }
});

/** Words of the code or of documents that readers do not have. */
const FOREIGN = /(spec\.md|contract\.md|contract section|\(spec \d|\bspec \d|\bdoors?\b)/gi;

Deno.test("README and manual refer to no documents but their own, and to endpoints as such", () => {
  const prose = (page: Page) => withoutBlocks(page).replaceAll(/`[^`\n]+`/g, "");
  assertNone(
    found(FOREIGN, prose),
    ({ page, match }) => !(page === `${MANUAL}/glossary.md` && match === "door"),
  );
});

Deno.test("every configuration that the manual shows is accepted", () => {
  const blocks = PAGES.flatMap((page) => blocksOf(page, "ini"));
  assert.ok(blocks.length >= 6);
  for (const { code } of blocks) {
    const settings = code.trim().split("\n").map((line) => {
      const at = line.indexOf("=");
      // The ellipsis stands for a secret, which may be a key of 32 bytes.
      return [line.slice(0, at), line.slice(at + 1).replaceAll("…", "A".repeat(43))] as const;
    });
    // A block with one key several times shows alternatives.
    const names = new Set(settings.map(([name]) => name));
    const variants = names.size === settings.length ? [settings] : settings.map((line) => [line]);
    for (const variant of variants) {
      const file = Object.fromEntries(variant);
      readConfig(file, { strict: true, variables: { ...file, USER: "slidepost" } });
    }
  }
});

/**
 * TypeScript that a test runs: the receivers in `readme_receiver_test.ts`, the test of an inbox in
 * `inbox_examples_test.ts`, the clients in `test/client`, the others here.
 */
const SCRIPTS = {
  receivers: ["README.md: Verify a postback", `${MANUAL}/postbacks.md: Signature`],
  inbox: `${MANUAL}/inbox.md: TypeScript`,
  clients: [`${MANUAL}/clients.md: Send a message`, `${MANUAL}/receivers.md: Examples`],
  embedding: `${MANUAL}/running.md: Embed the service`,
};

const scripts = new Map<string, string>(
  PAGES.flatMap((page) => blocksOf(page, "ts"))
    .map(({ page, section, code }) => [`${page}: ${section}`, code]),
);

Deno.test("every TypeScript block of README and manual is run by a test", () => {
  assert.deepEqual([...scripts.keys()].sort(), Object.values(SCRIPTS).flat().sort());
});

/** Runs a block as a reader's file, and returns its output. */
async function runScript(
  name: string,
  { amend = (code) => code, ...options }: {
    amend?: (code: string) => string;
    args: string[];
    cwd: string;
    env?: Record<string, string>;
  },
): Promise<string> {
  const code = scripts.get(name)!.replaceAll(
    /"\.\/([^"]+\.ts)"/g,
    (_, path) => `"${pathToFileURL(ROOT + path)}"`,
  );
  const file = `${options.cwd}/script.ts`;
  await Deno.writeTextFile(file, amend(code));
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-lock", `--config=${ROOT}deno.json`, ...options.args, file],
    cwd: options.cwd,
    env: { NO_COLOR: "1", ...options.env },
  }).output();
  const [output, complained] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  assert.ok(success, complained);
  return output!.trim();
}

Deno.test("the embedding program of the manual starts a service and stops it", async () => {
  const dataDir = await embeddedDirectory("data");
  const output = await runScript(SCRIPTS.embedding, { args: ["-A"], cwd: dirname(dataDir) });
  assert.match(output, /^http:\/\/127\.0\.0\.1:\d+$/);
});
