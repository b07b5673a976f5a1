/**
 * Ways to find out whether something is installed. Each must be cheap: a start asks all of them.
 */
import { isFile, type Probe } from "../../src/program/setup/probe.ts";

/** Met when any of these programs is on the PATH. */
export const program = (...names: string[]): Probe => () =>
  names.some((name) => findProgram(name) !== undefined);

/** Met when PostgreSQL's server programs are somewhere we know to look. */
export const postgresServer: Probe = () => postgresPrograms() !== undefined;

/** Full path of a program on the PATH. */
export function findProgram(name: string): string | undefined {
  return (Deno.env.get("PATH") ?? "").split(":")
    .filter(Boolean)
    .map((directory) => `${directory}/${name}`)
    .find(isFile);
}

/**
 * The directory with `initdb`, `pg_ctl` and `postgres`. Debian keeps them off the PATH, one
 * directory a major version, and so does Homebrew: the newest wins.
 */
export function postgresPrograms(): string | undefined {
  const onPath = findProgram("initdb");
  const candidates = [
    ...onPath ? [Deno.realPathSync(onPath).replace(/\/initdb$/, "")] : [],
    ...newestFirst("/usr/lib/postgresql").map((version) => `${version}/bin`),
    ...newestFirst("/opt/homebrew/opt", /^postgresql@/).map((formula) => `${formula}/bin`),
    ...newestFirst("/usr/local/opt", /^postgresql@/).map((formula) => `${formula}/bin`),
  ];
  return candidates.find((directory) =>
    ["initdb", "pg_ctl", "postgres"].every((name) => isFile(`${directory}/${name}`))
  );
}

function newestFirst(directory: string, name = /^\d+$/): string[] {
  try {
    const version = (entry: string) => Number(entry.match(/\d+$/)?.[0] ?? 0);
    return [...Deno.readDirSync(directory)]
      .map((entry) => entry.name)
      .filter((entry) => name.test(entry))
      .sort((a, b) => version(b) - version(a))
      .map((entry) => `${directory}/${entry}`);
  } catch {
    return []; // no such directory: nothing installed that way
  }
}
