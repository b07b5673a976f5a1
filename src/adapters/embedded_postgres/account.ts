/** User that the embedded database runs as: this process's, or another one if that is root. */

/** User and group id of a system user. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Candidate users in order of preference; Postgres refuses to run as root. */
const NAMES = ["slidepost", "postgres", "nobody"];

/**
 * Finds the user for a data directory: its owner, or else the first candidate that exists. Null
 * means this process's user.
 * @throws Error that says what to do, where root has no other user.
 */
export async function accountFor(directory: string): Promise<Account | null> {
  if (Deno.uid() !== 0) return null;
  const owner = await Deno.stat(directory).catch(() => null);
  if (owner?.uid) return { uid: owner.uid, gid: owner.gid! };
  if (Deno.build.os !== "linux") {
    throw new Error(
      "the embedded database cannot run as root on this system: start slidepost as another " +
        "user, or name a server in DATABASE_URL",
    );
  }
  const users = (await Deno.readTextFile("/etc/passwd")).split("\n").map((line) => line.split(":"));
  const user = NAMES.map((candidate) => users.find(([name]) => name === candidate))
    .find((user) => user);
  if (user === undefined) {
    throw new Error(
      "the embedded database cannot run as root, and there is no user slidepost; create one with" +
        "\n\n  sudo useradd --system --shell /usr/sbin/nologin slidepost\n",
    );
  }
  return { uid: Number(user[2]), gid: Number(user[3]) };
}
