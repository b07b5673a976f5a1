/**
 * Builds the npm package of the TypeScript client: JavaScript and declarations, for Node, Bun and
 * bundlers.
 *
 *     deno task package [folder]     default: dist/client
 */
import ts from "npm:typescript@5.9.3";
import { fileURLToPath } from "node:url";
import deno from "../deno.json" with { type: "json" };

const DEFAULT_FOLDER = "dist/client";
const CLIENT = new URL("../src/client/", import.meta.url);

/** Strictest options, so that the declarations compile under those of any project. */
export const STRICTEST: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
};

const OPTIONS: ts.CompilerOptions = {
  ...STRICTEST,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  declaration: true,
  rewriteRelativeImportExtensions: true,
};

/** Version of Node from which its globals have all that the client needs (`AbortSignal.any`). */
const NODE = ">=20.3";

/** Builds the package in a folder. @throws Error where the sources do not compile */
export async function buildClientPackage(folder: string): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  const entry = fileURLToPath(new URL("mod.ts", CLIENT));
  const program = ts.createProgram([entry], { ...OPTIONS, outDir: folder });
  const { diagnostics } = program.emit(undefined, (path, text) => {
    // The compiler rewrites the extensions of imports in JavaScript only.
    const rewritten = path.endsWith(".d.ts")
      ? text.replaceAll(/(from "\..*)\.ts"/g, '$1.js"')
      : text;
    Deno.writeTextFileSync(path, rewritten);
  });
  const faults = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (faults.length > 0) throw new Error(ts.formatDiagnostics(faults, FORMAT));
  await Deno.writeTextFile(`${folder}/package.json`, JSON.stringify(manifest, null, 2) + "\n");
  await Deno.copyFile(new URL("README.md", CLIENT), `${folder}/README.md`);
}

const FORMAT: ts.FormatDiagnosticsHost = {
  getCanonicalFileName: (file) => file,
  getCurrentDirectory: Deno.cwd,
  getNewLine: () => "\n",
};

const manifest = {
  name: "@slidepost/client",
  version: deno.version,
  description: "Client of the JSON API of a slidepost service",
  type: "module",
  exports: { ".": { types: "./mod.d.ts", default: "./mod.js" } },
  types: "./mod.d.ts",
  engines: { node: NODE },
  sideEffects: false,
};

if (import.meta.main) {
  const [folder = DEFAULT_FOLDER] = Deno.args;
  await buildClientPackage(folder);
  console.log(`built ${manifest.name} ${manifest.version} in ${folder}`);
}
