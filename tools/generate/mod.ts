/**
 * Generates `src/generated` and the TypeScript client from openapi.yaml, tools/mm7.xsd and
 * libphonenumber, and the golden files of the other clients' writers from a small API.
 *
 *     deno run -A tools/generate/mod.ts           writes the files
 *     deno run -A tools/generate/mod.ts --check   exits with 1 where a file is out of date
 *
 * A custom generator, because no other supports this coercion, `x-error` and `x-first`. Each emitter
 * has a file of its own.
 */
import { parseArgs } from "node:util";
import { emitAdmin } from "./admin.ts";
import { joinFiles, WRITERS } from "./client/mod.ts";
import { modelOf } from "./client/model.ts";
import { writeTypeScript } from "./client/typescript.ts";
import type { Document } from "./document.ts";
import { emitActions, emitJson } from "./json.ts";
import { emitMm7 } from "./mm7.ts";
import { emitNumberPlans } from "./number_plans.ts";
import { emitNumberZones } from "./number_zones.ts";
import { emitPostback } from "./postback.ts";
import { servedText } from "./served.ts";
import { parseDocument } from "./yaml.ts";

const COMMAND = "deno task generate";
const MM7 = new URL("../mm7.xsd", import.meta.url);
/** `resources/timezones/map_data.txt` of libphonenumber 9.0.34. */
const ZONES = new URL("./time_zones.txt", import.meta.url);
const GOLDEN = "tools/generate/client/golden";
/** Folder that holds generated files only. */
const GENERATED = "src/generated";

/** Emits all files that are generated from the document, unformatted, by path. */
function emitAll(document: Document): Record<string, string> {
  return {
    "src/generated/actions.ts": emitActions(document),
    "src/generated/json.ts": emitJson(document),
    "src/generated/postback.ts": emitPostback(document),
    "src/generated/admin.ts": emitAdmin(document),
    "src/client/generated.ts": writeTypeScript(modelOf(document)),
  };
}

function withNotice(source: string, origin: string): string {
  const notice = `Written by \`${COMMAND}\` from ${origin}. Edit that, not this.`;
  return `// deno-lint-ignore-file\n// ${notice}\n${source}`;
}

/** Builds the golden files of the clients' writers, by path. */
async function goldenFiles(root: string): Promise<[path: string, source: string][]> {
  const model = modelOf(
    parseDocument(await Deno.readTextFile(`${root}/${GOLDEN}/openapi.yaml`)),
  );
  return Object.entries(WRITERS)
    .map(([language, write]) => [`${GOLDEN}/${language}.txt`, joinFiles(write(model))]);
}

/** Formats what Deno has a formatter for; the writers of other languages do it themselves. */
async function format(source: string, extension: string): Promise<string> {
  if (extension !== "ts") return source;
  const process = new Deno.Command(Deno.execPath(), {
    args: ["fmt", "--no-config", "--line-width", "100", "--ext", "ts", "-"],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = process.stdin.getWriter();
  await writer.write(new TextEncoder().encode(source));
  await writer.close();
  const { success, stdout, stderr } = await process.output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

async function read(path: string): Promise<string | null> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** Builds all generated files, unformatted, by path. */
async function build(root: string): Promise<[path: string, source: string][]> {
  const document = parseDocument(await Deno.readTextFile(`${root}/openapi.yaml`));
  const tree = { ...document.tree };
  const mm7 = withNotice(emitMm7(await Deno.readFile(MM7)), "tools/mm7.xsd");
  const numberPlans = withNotice(emitNumberPlans(), "libphonenumber-js");
  const numberZones = withNotice(
    emitNumberZones(await Deno.readTextFile(ZONES)),
    "tools/generate/time_zones.txt",
  );
  return [
    ["src/generated/mm7.ts", mm7],
    ["src/generated/number_zones.ts", numberZones],
    ["src/generated/number_plans.ts", numberPlans],
    // The service needs no YAML, and JSON is read in a hundredth of the time.
    ["src/generated/customer_api.json", servedText(tree, "customer")],
    ["src/generated/admin_api.json", servedText(tree, "admin")],
    ...Object.entries(emitAll(document))
      .map(([path, source]): [string, string] => [path, withNotice(source, "openapi.yaml")]),
    ...await goldenFiles(root),
  ];
}

/** Writes the files, or only compares them. Resolves with the paths that differed. */
async function generate(root: string, check: boolean): Promise<string[]> {
  const files = await build(root);
  const differing = await Promise.all(files.map(async ([path, source]) => {
    const text = await format(source, path.slice(path.lastIndexOf(".") + 1));
    if (await read(`${root}/${path}`) === text) return [];
    if (!check) await write(`${root}/${path}`, text);
    return [path];
  }));
  const stale = staleFiles(root, new Set(files.map(([path]) => path)));
  if (!check) await Promise.all(stale.map((path) => Deno.remove(`${root}/${path}`)));
  return [...differing.flat(), ...stale];
}

async function write(path: string, text: string): Promise<void> {
  await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  await Deno.writeTextFile(path, text);
}

/** Lists the files in the generated folder that are generated no longer. */
function staleFiles(root: string, paths: ReadonlySet<string>): string[] {
  return [...Deno.readDirSync(`${root}/${GENERATED}`)].map(({ name }) => `${GENERATED}/${name}`)
    .filter((path) => !paths.has(path));
}

if (import.meta.main) {
  const options = { check: { type: "boolean", default: false } } as const;
  const { check } = parseArgs({ args: Deno.args, options }).values;
  const differing = await generate(Deno.cwd(), check);
  for (const path of differing) console.log(check ? `${path} is out of date` : `updated ${path}`);
  if (check && differing.length > 0) {
    console.error(`the generated files are out of date: run \`${COMMAND}\``);
    Deno.exit(1);
  }
}
