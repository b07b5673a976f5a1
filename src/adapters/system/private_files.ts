/**
 * Modes of what belongs to this service on disk: its user's alone. In DATA_DIR lie keys, webhook
 * secrets and what people write to each other.
 *
 * A directory that only its owner may enter keeps all below it from others, whatever modes that
 * has, so nothing is walked: a million stored files cost no more at a start than none. A file
 * system without modes takes each change and makes none; there is nothing that would mend it.
 */

/** Permission bits of anybody but the owner. */
const OTHERS = 0o077;
/** Bit of directories like /tmp, in which everybody makes files. */
const STICKY = 0o1000;

/**
 * Takes a file's or directory's mode from group and others. Without effect where it is missing.
 * @param whole What the command of the error mends, instead of `path` alone.
 * @throws Error with the command that mends it, where this user may not.
 */
export async function makePrivate(path: string, whole = path): Promise<void> {
  const found = await statOf(path);
  if (found === null || found.mode === null || (found.mode & OTHERS) === 0) return;
  if (found.mode & STICKY) throw new Error(`${path} is everybody's directory; ${useOwn(path)}`);
  try {
    await Deno.chmod(path, found.mode & 0o700);
  } catch (error) {
    if (!(error instanceof Deno.errors.PermissionDenied)) throw error;
    throw new Error(
      `other users may enter, read or change ${path} (mode ${octal(found.mode)}), and it belongs ` +
        `to user ${found.uid}; ${found.isDirectory ? `${useOwn(whole)}, or ` : ""}mend it with` +
        `\n\n  ` +
        `sudo chown -R ${Deno.uid()} ${quoted(whole)} && sudo chmod -R go= ${quoted(whole)}\n`,
      { cause: error },
    );
  }
}

/** The cure that needs no rights: what the service makes itself is private from the first. */
const useOwn = (path: string) =>
  `give this service a directory of its own, such as ${path}/slidepost`;

/**
 * Makes a directory private, and those of its entries that are there. One that others may enter and
 * that holds nothing but foreign files is left as it is: somebody else may need it.
 * @throws Error that says what to do.
 */
export async function makeDirectoryPrivate(path: string, entries: readonly string[]) {
  const { mode } = await Deno.stat(path);
  if ((mode ?? 0) & OTHERS) await assertOurs(path, entries);
  await makePrivate(path);
  await Promise.all(entries.map((name) => makePrivate(`${path}/${name}`, path)));
}

async function assertOurs(path: string, entries: readonly string[]): Promise<void> {
  const names = (await Array.fromAsync(Deno.readDir(path))).map(({ name }) => name)
    .filter((name) => name !== "lost+found"); // of a disk of its own
  if (names.length === 0 || names.some((name) => entries.includes(name))) return;
  throw new Error(
    `${path} holds files of others (${names[0]}), and other users may enter it; ` +
      `${useOwn(path)}, or, if nobody else needs it: chmod 700 ${quoted(path)}`,
  );
}

async function statOf(path: string): Promise<Deno.FileInfo | null> {
  try {
    return await Deno.stat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

const octal = (mode: number) => (mode & 0o7777).toString(8);

/** A word of a shell. */
function quoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
