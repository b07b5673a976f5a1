/** The system's user that the database runs as: ours, or another where we are root. */

/** Ids of a user. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Users to run as, the first that exists; Postgres itself refuses to be root. */
const NAMES = ["slidepost", "postgres", "nobody"];

/**
 * Finds the user for a directory: its owner, or else the first of those that are meant for it. Null:
 * the one we are.
 * @throws Error that says what to do, where root has no other user.
 */
export async function accountFor(directory: string): Promise<Account | null> {
  if (Deno.uid() !== 0) return null;
  const owner = await Deno.stat(directory).catch(() => null);
  if (owner?.uid) return { uid: owner.uid, gid: owner.gid! };
  if (Deno.build.os !== "linux") {
    throw new Error(
      "the embedded database cannot be run by root on this system: start slidepost as another " +
        "user, or name a server in DATABASE_URL",
    );
  }
  const users = (await Deno.readTextFile("/etc/passwd")).split("\n").map((line) => line.split(":"));
  const found = NAMES.map((name) => users.find(([known]) => known === name)).find((user) => user);
  if (found === undefined) {
    throw new Error(
      "the embedded database cannot be run by root, and there is no user slidepost; make one with" +
        "\n\n  sudo useradd --system --shell /usr/sbin/nologin slidepost\n",
    );
  }
  return { uid: Number(found[2]), gid: Number(found[3]) };
}
