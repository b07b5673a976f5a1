/**
 * `deno task readme [--check]`: generates the README's configuration table from
 * `src/config/mod.ts`.
 */
import { CONFIG_KEYS } from "../src/config/mod.ts";

const README = new URL("../README.md", import.meta.url);

function configTable(): string {
  const rows = Object.entries(CONFIG_KEYS).map(([name, { default: standard, unit, reason }]) => {
    const shown = standard === null || standard === "" ? "–" : `\`${standard}\``;
    return `| \`${name}\` | ${shown} | ${unit} | ${reason} |`;
  });
  return ["| Key | Default | Unit | Purpose |", "| --- | --- | --- | --- |", ...rows].join("\n");
}

/** Replaces the text between the markers `<!-- name -->` and `<!-- /name -->`. */
function withTable(text: string, name: string, table: string): string {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const from = text.indexOf(open);
  const to = text.indexOf(close);
  if (from < 0 || to < from) throw new Error(`README.md has no ${open} … ${close}`);
  return `${text.slice(0, from + open.length)}\n\n${table}\n\n${text.slice(to)}`;
}

/** Reads the README, and generates it anew. */
export async function currentReadme(): Promise<{ is: string; shouldBe: string }> {
  const is = await Deno.readTextFile(README);
  return { is, shouldBe: await format(withTable(is, "config", configTable())) };
}

async function format(markdown: string): Promise<string> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["fmt", "--ext", "md", "--line-width", "100", "-"],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(markdown));
  await writer.close();
  const { code, stdout } = await child.output();
  if (code !== 0) throw new Error("deno fmt failed on README.md");
  return new TextDecoder().decode(stdout);
}

if (import.meta.main) {
  const { is, shouldBe } = await currentReadme();
  if (is === shouldBe) Deno.exit(0);
  if (Deno.args.includes("--check")) {
    console.error("README.md is out of date; run: deno task readme");
    Deno.exit(1);
  }
  await Deno.writeTextFile(README, shouldBe);
  console.log("wrote README.md");
}
