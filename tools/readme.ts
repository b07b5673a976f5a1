/**
 * `deno task readme [--check]`: generates the tables of the manual that come from the code, such as
 * the configuration and the error codes.
 */
import { TABLES } from "./manual/tables.ts";

const MANUAL = new URL("../src/web/manual/", import.meta.url);

/** Page of the manual with generated tables: as it is, and as it should be. */
export interface GeneratedPage {
  name: string;
  is: string;
  shouldBe: string;
}

/** Replaces the text between the markers `<!-- name -->` and `<!-- /name -->`. */
function withTable(text: string, page: string, name: string, table: string): string {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const from = text.indexOf(open);
  const to = text.indexOf(close);
  if (from < 0 || to < from) throw new Error(`${page} has no ${open} … ${close}`);
  return `${text.slice(0, from + open.length)}\n\n${table}\n\n${text.slice(to)}`;
}

/** Reads the pages with generated tables, and generates them anew. */
export async function generatedPages(): Promise<GeneratedPage[]> {
  return await Promise.all(
    Object.entries(TABLES).map(async ([name, tables]) => {
      const is = await Deno.readTextFile(new URL(name, MANUAL));
      const updated = Object.entries(tables).reduce(
        (text, [table, write]) => withTable(text, name, table, write()),
        is,
      );
      return { name, is, shouldBe: await format(updated) };
    }),
  );
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
  if (code !== 0) throw new Error("deno fmt failed on a page of the manual");
  return new TextDecoder().decode(stdout);
}

if (import.meta.main) {
  const outdated = (await generatedPages()).filter(({ is, shouldBe }) => is !== shouldBe);
  if (outdated.length > 0 && Deno.args.includes("--check")) {
    const names = outdated.map(({ name }) => name).join(", ");
    console.error(`the manual's ${names} is out of date; run: deno task readme`);
    Deno.exit(1);
  }
  for (const { name, shouldBe } of outdated) {
    await Deno.writeTextFile(new URL(name, MANUAL), shouldBe);
    console.log(`wrote ${name}`);
  }
}
