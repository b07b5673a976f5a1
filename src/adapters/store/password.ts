/** Passwords of a server: given, or in a file (PostgreSQL 18, section 32.16). */
import {
  type DatabaseHost,
  type DatabaseTarget,
  SOCKET_DIRECTORY,
} from "../../config/database/target.ts";
import { assertPrivate } from "./socket.ts";

/**
 * Finds the password for a host; empty: there is none.
 * @throws Error that names the file where others may read it, or it cannot be read.
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

/** Finds the first line `host:port:database:user:password` that fits; `*` fits anything. */
export function passwordIn(file: string, wanted: readonly string[]): string | null {
  for (const receiver of file.split(/\r?\n/)) {
    if (receiver.startsWith("#")) continue;
    const fields = [...receiver.matchAll(/(?:^|:)((?:\\.|[^:\\])*)/g)].map(([, field]) => field!);
    const matches = wanted.every((value, place) =>
      fields[place] === "*" || plain(fields[place] ?? "") === value
    );
    if (matches && fields.length > wanted.length) return plain(fields[wanted.length]!);
  }
  return null;
}

/** A field without its escapes (`\:`, `\\`). */
const plain = (field: string) => field.replaceAll(/\\(.)/g, "$1");
