/**
 * Builds the package of a client, ready to publish: hand-written sources, generated models, README
 * and manifest.
 *
 *     deno task package [typescript|go|php|python|java] [folder]
 *
 * Default: TypeScript, in `dist/<language>`.
 */
import deno from "../deno.json" with { type: "json" };
import { GENERATED_FOLDERS, WRITERS } from "./generate/client/mod.ts";
import { modelOf } from "./generate/client/model.ts";
import { parseDocument } from "./generate/yaml.ts";
import { LICENCE, MANIFESTS } from "./package/manifests.ts";
import { compileClient } from "./package/typescript.ts";

export type Language = keyof typeof MANIFESTS;

export const LANGUAGES = Object.keys(MANIFESTS) as Language[];

const ROOT = new URL("../", import.meta.url);
const NO_LICENCE = "without a licence: LICENCE in tools/package/manifests.ts is empty";
const USAGE = `usage: deno task package [${LANGUAGES.join("|")}] [folder]`;

interface Options {
  /** Default: that of the clients. */
  licence?: string;
  /** API to write the models from; TypeScript has those of `src/client`. Default: openapi.yaml. */
  api?: URL;
}

/**
 * Builds the package of a language in a folder, over one that is there.
 * @throws Error where the sources do not compile
 */
export async function buildPackage(
  language: Language,
  folder: string,
  { licence = LICENCE, api = new URL("openapi.yaml", ROOT) }: Options = {},
): Promise<void> {
  const { file, write } = MANIFESTS[language];
  const files = {
    ...language === "typescript" ? await typescriptFiles() : await filesOf(language, api),
    [file]: write(licence),
  };
  const paths = Object.keys(files);
  const stale = GENERATED_FOLDERS.filter((name) => paths.some((path) => path.startsWith(name)));
  await Promise.all(stale.map((name) => removeFolder(`${folder}/${name}`)));
  for (const [path, text] of Object.entries(files)) {
    const target = `${folder}/${path}`;
    await Deno.mkdir(target.slice(0, target.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(target, text);
  }
}

async function typescriptFiles(): Promise<Record<string, string>> {
  const readme = await Deno.readTextFile(new URL("src/client/README.md", ROOT));
  return { ...compileClient(), "README.md": readme };
}

/** Reads the hand-written files of a language, and writes the others. */
async function filesOf(language: keyof typeof WRITERS, api: URL): Promise<Record<string, string>> {
  const model = modelOf(parseDocument(await Deno.readTextFile(api)));
  const sources = await sourcesIn(new URL(`src/client/${language}/`, ROOT));
  return { ...sources, ...WRITERS[language](model) };
}

/** Reads the sources in a folder by their paths; what compilers leave there is none. */
async function sourcesIn(folder: URL, path = ""): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const { name, isDirectory } of Deno.readDir(new URL(path, folder))) {
    if (isDirectory) Object.assign(files, await sourcesIn(folder, `${path}${name}/`));
    else if (/\.(go|java|md|php|py|typed)$/.test(name)) {
      files[`${path}${name}`] = await Deno.readTextFile(new URL(`${path}${name}`, folder));
    }
  }
  return files;
}

async function removeFolder(path: string): Promise<void> {
  await Deno.remove(path, { recursive: true }).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
}

function isLanguage(name: string): name is Language {
  return LANGUAGES.some((each) => each === name);
}

/** Builds the package that the arguments name. Resolves with the exit code. */
async function main(args: readonly string[]): Promise<number> {
  const [language = "typescript", folder = `dist/${language}`, ...excess] = args;
  if (!isLanguage(language) || excess.length > 0) {
    const fault = excess.length > 0
      ? `too many arguments: ${excess.join(" ")}`
      : `no client for ${language}`;
    console.error(`${fault}\n${USAGE}`);
    return 2;
  }
  await buildPackage(language, folder);
  console.log(`built ${MANIFESTS[language].name} ${deno.version} in ${folder}`);
  console.log(LICENCE ? `licence: ${LICENCE}` : NO_LICENCE);
  return 0;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
