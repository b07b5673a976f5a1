/** JavaScript and declarations of the TypeScript client, for Node, Bun and bundlers. */
import ts from "npm:typescript@5.9.3";
import { fileURLToPath } from "node:url";

const ENTRY = fileURLToPath(new URL("../../src/client/mod.ts", import.meta.url));

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

/** Compiles the client: texts by the names of files. @throws Error where it does not compile */
export function compileClient(): Record<string, string> {
  const files: Record<string, string> = {};
  const program = ts.createProgram([ENTRY], OPTIONS);
  const { diagnostics } = program.emit(undefined, (path, text) => {
    // The compiler rewrites the extensions of imports in JavaScript only.
    files[path.slice(path.lastIndexOf("/") + 1)] = path.endsWith(".d.ts")
      ? text.replaceAll(/(from "\..*)\.ts"/g, '$1.js"')
      : text;
  });
  const faults = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (faults.length > 0) throw new Error(ts.formatDiagnostics(faults, FORMAT));
  return files;
}

const FORMAT: ts.FormatDiagnosticsHost = {
  getCanonicalFileName: (file) => file,
  getCurrentDirectory: Deno.cwd,
  getNewLine: () => "\n",
};
