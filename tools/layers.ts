/**
 * Checks the directions of imports: they point down, folders of one step do not import each other, and
 * neither files nor folders form an import cycle. Type and dynamic imports count like any other.
 *
 *     deno run -A tools/layers.ts
 */
import { fileURLToPath, pathToFileURL } from "node:url";
import { basename, dirname, relative } from "node:path";

/** Files that may import each other freely. */
interface Layer {
  readonly name: string;
  /** Folders, with a trailing slash, or files. */
  readonly holds: readonly string[];
  /** Layers that it may import. Default: all below. */
  readonly sees?: readonly string[];
  /** Layers that may import it. Default: all above. */
  readonly seenBy?: readonly string[];
  /** Packages that it may import. Default: any. */
  readonly packages?: readonly string[];
}

/** Layers by step, from the lowest to the highest. */
const steps: readonly (readonly Layer[])[] = [
  [{ name: "lib", holds: ["src/lib/"], packages: [] }],
  [{ name: "schema", holds: ["src/schema/"], packages: ["zod"] }],
  [{ name: "generated", holds: ["src/generated/"], packages: ["zod"] }],
  [
    { name: "core", holds: ["src/core/"], packages: [] },
    { name: "client", holds: ["src/client/"], sees: ["generated"], seenBy: ["mod.ts"] },
  ],
  [
    { name: "mime", holds: ["src/mime/"] },
    { name: "mm7", holds: ["src/mm7/"] },
    { name: "smpp", holds: ["src/smpp/"] },
    { name: "xml", holds: ["src/xml/"] },
    { name: "objects", holds: ["src/objects/"] },
    { name: "image", holds: ["src/image/"] },
    { name: "tls", holds: ["src/tls/"] },
  ],
  [
    { name: "contract", holds: ["src/contract/"], packages: [] },
    {
      name: "config, ports, log, metrics, tracing",
      holds: ["src/config/", "src/ports/", "src/log/", "src/metrics/", "src/tracing/"],
    },
  ],
  [
    { name: "actions", holds: ["src/actions/"] },
    { name: "jobs", holds: ["src/jobs/"] },
    { name: "connectors", holds: ["src/connectors/"], seenBy: ["program"] },
    { name: "adapters", holds: ["src/adapters/"], seenBy: ["program"] },
  ],
  [
    { name: "http", holds: ["src/http/"] },
    { name: "web", holds: ["src/web/"] },
  ],
  [{ name: "console", holds: ["src/console/"] }],
  [{ name: "program", holds: ["src/program/"] }],
  [{ name: "mod.ts", holds: ["mod.ts"] }],
];

/** Import that breaks a rule. */
export interface Violation {
  /** The importing file, relative to the root. */
  readonly file: string;
  readonly line: number;
  /** The imported file, relative to the root, or the package. */
  readonly imported: string;
  readonly rule: string;
}

/** Checks every module of `src`, and `mod.ts` where there is one. */
export async function checkLayers(root: string): Promise<Violation[]> {
  const violations: Violation[] = [];
  const edges = await imports(root);
  for (const { file, line, imported } of edges) {
    const rule = brokenRule(file, imported);
    if (rule) violations.push({ file, line, imported, rule });
  }
  return [
    ...violations,
    ...circlesIn(edges.map(betweenFiles)),
    ...circlesIn(betweenFolders(edges)),
  ];
}

/** Formats a violation in one line. */
export function describe({ file, line, imported, rule }: Violation): string {
  return `${file}:${line} imports ${imported}: ${rule}`;
}

/** Finds the rule that an import breaks, if any. */
function brokenRule(file: string, imported: string): string | undefined {
  const from = layerOf(file);
  if (!from) return "this file has no layer: add its folder to the table in tools/layers.ts";
  if (isPackage(imported)) {
    if (!from.packages || from.packages.includes(packageName(imported))) return undefined;
    const others = from.packages.length === 0 ? "" : ` but ${from.packages.join(", ")}`;
    return `${from.name} may import no packages${others}`;
  }
  if (/^(test|tools)\//.test(imported)) return "the program may not see its tests and tools";
  const to = layerOf(imported);
  if (!to || from === to) return undefined; // no layer: data such as deno.json
  if (to.seenBy && !to.seenBy.includes(from.name)) {
    return `${from.name} may not see ${to.name} (only ${to.seenBy.join(", ")} may)`;
  }
  if (from.sees && !from.sees.includes(to.name)) {
    return `${from.name} may not see ${to.name} (only ${from.sees.join(", ")})`;
  }
  if (stepOf(to) === stepOf(from)) {
    return `${from.name} may not see ${to.name} (folders on one step do not know each other)`;
  }
  if (stepOf(to) > stepOf(from)) {
    return `${from.name} may not see ${to.name} (imports point down)`;
  }
}

/** Import as an arrow of a graph. */
interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly by: Import;
}

function betweenFiles(by: Import): Arrow {
  return { from: by.file, to: by.imported, by };
}

/**
 * Lists the imports between folders. A `mod.ts` beside subfolders stands for itself: it composes what
 * they hold, and they may share what lies beside it.
 */
function betweenFolders(imports: readonly Import[]): Arrow[] {
  const parents = new Set(imports.map(({ file }) => dirname(dirname(file))));
  const nodeOf = (file: string) =>
    basename(file) === "mod.ts" && parents.has(dirname(file)) ? file : dirname(file);
  const arrows = imports
    .filter(({ imported }) => !isPackage(imported))
    .map((by) => ({ from: nodeOf(by.file), to: nodeOf(by.imported), by }))
    .filter(({ from, to }) => from !== to);
  return [...new Map(arrows.map((arrow) => [`${arrow.from} ${arrow.to}`, arrow])).values()];
}

/** Finds each cycle once: the import that closes it, with the path of the cycle. */
function circlesIn(arrows: readonly Arrow[]): Violation[] {
  const arrowsOf = Map.groupBy(arrows, ({ from }) => from);
  const done = new Set<string>();
  const circles: Violation[] = [];
  const walk = (node: string, path: readonly string[]): void => {
    for (const { to, by } of arrowsOf.get(node) ?? []) {
      const start = path.indexOf(to);
      if (start >= 0) {
        const circle = [...path.slice(start), to].join(" → ");
        circles.push({ ...by, rule: `closes a circle: ${circle}` });
      } else if (!done.has(to)) walk(to, [...path, to]);
    }
    done.add(node);
  };
  for (const node of arrowsOf.keys()) if (!done.has(node)) walk(node, [node]);
  return circles;
}

function layerOf(file: string): Layer | undefined {
  return steps.flat().find(({ holds }) =>
    holds.some((held) => held.endsWith("/") ? file.startsWith(held) : file === held)
  );
}

const stepOf = (layer: Layer) => steps.findIndex((step) => step.includes(layer));

const isPackage = (imported: string) => /^[a-z]+:/.test(imported);

/** Extracts a package's name: `npm:/@hono/zod-openapi@1.6.3/x` → `@hono/zod-openapi`. */
function packageName(imported: string): string {
  return imported.match(/^npm:\/?((?:@[^/]+\/)?[^/@]+)/)?.[1] ?? imported;
}

interface Import {
  readonly file: string;
  readonly line: number;
  readonly imported: string;
}

/** Part of the output of `deno info --json`. */
interface ModuleGraph {
  readonly modules: readonly {
    readonly specifier: string;
    readonly dependencies?: readonly { readonly code?: Resolved; readonly type?: Resolved }[];
  }[];
}

interface Resolved {
  readonly specifier?: string;
  readonly span: { readonly start: { readonly line: number } };
}

async function imports(root: string): Promise<Import[]> {
  const absoluteRoot = await Deno.realPath(root);
  const { modules } = await moduleGraph(absoluteRoot);
  const name = (specifier: string) =>
    specifier.startsWith("file:")
      ? relative(absoluteRoot, fileURLToPath(specifier)).replaceAll("\\", "/")
      : specifier;
  const isOurs = (file: string) => file === "mod.ts" || file.startsWith("src/");
  return modules
    .map(({ specifier, dependencies = [] }) => ({ file: name(specifier), dependencies }))
    .filter(({ file }) => isOurs(file))
    .flatMap(({ file, dependencies }) =>
      dependencies.map(({ code, type }) => ({ file, resolved: code ?? type }))
    )
    .filter(({ resolved }) => resolved?.specifier !== undefined)
    .map(({ file, resolved }) => ({
      file,
      line: resolved!.span.start.line + 1,
      imported: name(resolved!.specifier!),
    }));
}

/** Reads the module graph. `deno info` takes one module, so a temporary one imports all. */
async function moduleGraph(root: string): Promise<ModuleGraph> {
  const entry = await Deno.makeTempFile({ prefix: "slidepost-layers-", suffix: ".ts" });
  try {
    const files = [`${root}/mod.ts`, ...modulesIn(`${root}/src`)];
    const lines = files.map((file) => `import ${JSON.stringify(pathToFileURL(file).href)};\n`);
    await Deno.writeTextFile(entry, lines.join(""));
    const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["info", "--json", `--config=${root}/deno.json`, "--no-lock", entry],
    }).output();
    if (!success) throw new Error(`deno info failed:\n${new TextDecoder().decode(stderr)}`);
    return JSON.parse(new TextDecoder().decode(stdout));
  } finally {
    await Deno.remove(entry);
  }
}

function modulesIn(directory: string): string[] {
  return [...Deno.readDirSync(directory)].flatMap(({ name, isDirectory }) => {
    const path = `${directory}/${name}`;
    return isDirectory ? modulesIn(path) : /\.tsx?$/.test(name) ? [path] : [];
  });
}

if (import.meta.main) {
  const violations = await checkLayers(fileURLToPath(new URL("..", import.meta.url)));
  for (const violation of violations) console.error(describe(violation));
  Deno.exit(violations.length === 0 ? 0 : 1);
}
