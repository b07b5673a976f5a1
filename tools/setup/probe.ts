/**
 * Probes for installed requirements. Each must be cheap: every start runs all of them.
 */
import {
  hasPackage,
  OLDEST_MAJOR,
  systemPrograms,
} from "../../src/adapters/embedded_postgres/programs.ts";
import { isFile, type Probe } from "../../src/program/setup/probe.ts";

/** Creates a probe that is met when any of these programs is on the PATH. */
export const program = (...names: string[]): Probe => () =>
  names.some((name) => findProgram(name) !== undefined);

/** Probe that is met when the system has a PostgreSQL of a supported version. */
export const postgresServer: Probe = () =>
  systemPrograms().some(({ major }) => major >= OLDEST_MAJOR);

/** Probe that is met when npm, for this platform, or the system has the embedded database. */
export const embeddedPostgres: Probe = () => hasPackage() || postgresServer();

/** Finds the full path of a program on the PATH. */
export function findProgram(name: string): string | undefined {
  return (Deno.env.get("PATH") ?? "").split(":")
    .filter(Boolean)
    .map((directory) => `${directory}/${name}`)
    .find(isFile);
}
