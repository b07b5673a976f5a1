/** User that the embedded database runs as: this process's, or another one if that is root. */
import { lchown, readdir } from "node:fs/promises";

/** User and group id of a system user. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** User of the database alone, which the setup creates. */
const OWN = "slidepost";
/** Users for want of that one; Postgres refuses to run as root. Other programs run as them, too. */
const SHARED = ["postgres", "nobody"];

/**
 * Finds the user for a data directory: its owner, unless that is a user that other programs share
 * and there is one of the database alone. Null means this process's user.
 * @throws Error that says what to do, where root has no other user.
 */
export async function accountFor(directory: string): Promise<Account | null> {
  if (Deno.uid() !== 0) return null;
  const users = await readUsers();
  const owner = await ownerOf(directory);
  if (owner !== null && nameIn(users, owner) === null) return owner;
  const user = users.get(OWN) ?? owner ?? SHARED.map((name) => users.get(name)).find(Boolean);
  if (user !== undefined) return user;
  throw new Error(
    Deno.build.os === "linux"
      ? "the embedded database cannot run as root, and there is no user slidepost; create one with" +
        `\n\n  sudo ${CREATE_OWN.join(" ")}\n`
      : "the embedded database cannot run as root on this system: start slidepost as another " +
        "user, or name a server in DATABASE_URL",
  );
}

/** Command, for root, that creates the user of the database alone. */
export const CREATE_OWN = [
  "useradd",
  "--system",
  "--no-create-home",
  "--shell",
  "/usr/sbin/nologin",
  OWN,
] as const;

/** Tells whether the user of the database alone exists, or is not needed. */
export async function hasOwnAccount(): Promise<boolean> {
  return Deno.build.os !== "linux" || Deno.uid() !== 0 || (await readUsers()).has(OWN);
}

/** Returns the name of the user that owns a data directory, if other programs share that user. */
export async function sharedOwnerOf(directory: string): Promise<string | null> {
  const owner = await ownerOf(directory);
  return owner === null || Deno.uid() !== 0 ? null : nameIn(await readUsers(), owner);
}

/** Returns the owner of a data directory; null: there is none, or it is root's. */
export async function ownerOf(directory: string): Promise<Account | null> {
  const { uid, gid } = await Deno.stat(directory).catch(() => ({ uid: null, gid: null }));
  return uid ? { uid, gid: gid! } : null;
}

/**
 * Makes an account the owner of a data directory, if it is not yet. The directory is root's until
 * all in it is handed over, so that a start that is killed meanwhile begins anew. A directory is
 * handed over before its entries, which its previous owner then cannot replace by links.
 */
export async function handOver(directory: string, account: Account): Promise<void> {
  const { uid } = await Deno.stat(directory);
  if (uid === account.uid) return;
  await lchown(directory, 0, 0);
  const pass = async (parent: string): Promise<void> => {
    for (const entry of await readdir(parent, { withFileTypes: true })) {
      const path = `${parent}/${entry.name}`;
      await lchown(path, account.uid, account.gid);
      if (entry.isDirectory()) await pass(path);
    }
  };
  await pass(directory);
  await lchown(directory, account.uid, account.gid);
}

type Users = ReadonlyMap<string, Account>;

async function readUsers(): Promise<Users> {
  if (Deno.build.os !== "linux") return new Map();
  const lines = (await Deno.readTextFile("/etc/passwd")).split("\n");
  return new Map(lines.map((line) => {
    const [name = "", , uid, gid] = line.split(":");
    return [name, { uid: Number(uid), gid: Number(gid) }];
  }));
}

/** Returns the name of a shared user. Null: the account is none. */
function nameIn(users: Users, { uid }: Account): string | null {
  return SHARED.find((name) => users.get(name)?.uid === uid) ?? null;
}
