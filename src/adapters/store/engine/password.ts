/**
 * Password of a server: from the target, or from a password file (PostgreSQL 18, section 32.16).
 */
import {
  type DatabaseHost,
  type DatabaseTarget,
  SOCKET_DIRECTORY,
} from "../../../config/database/target.ts";
import { assertPrivate } from "./socket.ts";

/**
 * Finds the password for a host; empty where there is none.
 * @throws Error that names the file where other users may read it, or it cannot be read.
 */
export async function passwordFor(target: DatabaseTarget, host: DatabaseHost): Promise<string> {
  const { password, passwordFile, database, user } = target;
  if (password !== null) return password;
  if (passwordFile === null) return "";
  await assertPrivate("passfile", passwordFile);
  const name = host.host === SOCKET_DIRECTORY ? "localhost" : host.host;
  const wanted = [name, String(host.port), database, user];
  return passwordIn(await Deno.readTextFile(passwordFile), wanted) ?? "";
}

/**
 * Finds the password of the first line `host:port:database:user:password` that matches; `*` matches
 * any value.
 */
export function passwordIn(file: string, wanted: readonly string[]): string | null {
  for (const line of file.split(/\r?\n/)) {
    if (line.startsWith("#")) continue;
    const fields = [...line.matchAll(/(?:^|:)((?:\\.|[^:\\])*)/g)].map(([, field]) => field!);
    const matches = wanted.every((value, index) =>
      fields[index] === "*" || unescaped(fields[index] ?? "") === value
    );
    if (matches && fields.length > wanted.length) return unescaped(fields[wanted.length]!);
  }
  return null;
}

/** Removes the escapes of a field (`\:`, `\\`). */
const unescaped = (field: string) => field.replaceAll(/\\(.)/g, "$1");
