/**
 * Ways to find out whether something is installed. Each must be cheap: a start asks all of them.
 */
import {
  hasPackage,
  OLDEST,
  systemPrograms,
} from "../../src/adapters/embedded_postgres/programs.ts";
import { isFile, type Probe } from "../../src/program/setup/probe.ts";

/** Met when any of these programs is on the PATH. */
export const program = (...names: string[]): Probe => () =>
  names.some((name) => findProgram(name) !== undefined);

/** Met when the system's package manager has installed a PostgreSQL that the store runs on. */
export const postgresServer: Probe = () => systemPrograms().some(({ major }) => major >= OLDEST);

/** Met when there are programs for the embedded database: npm's for this platform, or the system's. */
export const embeddedPostgres: Probe = () => hasPackage() || postgresServer();

/** Full path of a program on the PATH. */
export function findProgram(name: string): string | undefined {
  return (Deno.env.get("PATH") ?? "").split(":")
    .filter(Boolean)
    .map((directory) => `${directory}/${name}`)
    .find(isFile);
}
