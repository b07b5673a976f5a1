/**
 * Programs of npm packages that tests run beside themselves: linters, code generators, an SDK.
 *
 *     deno run -A test/support/npm_tool.ts     writes test/tools.lock anew, after a change of version
 *
 * They have a lock of their own, as some of them bring `@types/node`, which in `test/deno.lock` would
 * take the place of Deno's own types in `deno check`.
 */
import { fileURLToPath } from "node:url";

const LOCK = fileURLToPath(new URL("../tools.lock", import.meta.url));

/** Versions of the programs, and of packages that these or generated code import. */
const TOOLS = {
  "@hey-api/openapi-ts": "0.99.0",
  "@redocly/cli": "2.77.0",
  "@stoplight/spectral-cli": "6.16.3",
  "openapi-fetch": "0.17.0",
  "openapi-typescript": "7.13.0",
  "orval": "8.38.0",
  "plivo": "4.79.0",
  "quicktype": "26.0.0",
  "swagger-typescript-api": "13.13.0",
  "typescript": "5.9.3",
} as const;

export type Tool = keyof typeof TOOLS;

/** Result of a program. */
export interface ToolRun {
  code: number;
  stdout: string;
  /** Both outputs, for a message. */
  output: string;
}

/** Returns the specifier of a package in its pinned version. */
export const specifierOf = (tool: Tool): string => `npm:${tool}@${TOOLS[tool]}`;

/** Specifiers of all packages, as the lock names them. */
export const SPECIFIERS: readonly string[] = (Object.keys(TOOLS) as Tool[]).map(specifierOf);

/** Flags for Deno by which it takes the packages of the lock, and no others. */
export const LOCKED = [`--lock=${LOCK}`, "--frozen"] as const;

/** Time limit of an attempt at a program, in milliseconds: its download may take most of it. */
const ATTEMPT_MS = 180_000;
/** Attempts at a program that does not end: Deno hung once while it filled an empty cache. */
const ATTEMPTS = 3;

/** Runs the program of a package. */
export function runTool(tool: Tool, args: readonly string[], cwd: string): Promise<ToolRun> {
  return runDeno(["run", "-A", ...LOCKED, "--no-config", specifierOf(tool), ...args], cwd);
}

/** Runs Deno; again if it does not end. */
export async function runDeno(args: readonly string[], cwd: string): Promise<ToolRun> {
  for (let attempt = 1; attempt < ATTEMPTS; attempt++) {
    const limit = AbortSignal.timeout(ATTEMPT_MS);
    const run = await runOnce(args, cwd, limit);
    if (!limit.aborted) return run;
  }
  return await runOnce(args, cwd);
}

async function runOnce(
  args: readonly string[],
  cwd: string,
  signal?: AbortSignal,
): Promise<ToolRun> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd,
    env: { NO_COLOR: "1", REDOCLY_TELEMETRY: "off", SCARF_ANALYTICS: "false" },
    stdin: "null",
    signal,
  }).output();
  const [out, complained] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { code, stdout: out!, output: `${out}\n${complained}` };
}

async function writeLock(): Promise<void> {
  await Deno.remove(LOCK);
  const cache = ["cache", "--no-config", `--lock=${LOCK}`];
  // The compiler first: the others take the version that is there.
  for (const tools of [["typescript"], Object.keys(TOOLS)] as Tool[][]) {
    const { code, output } = await runDeno([...cache, ...tools.map(specifierOf)], Deno.cwd());
    if (code !== 0) throw new Error(output);
  }
}

if (import.meta.main) await writeLock();
