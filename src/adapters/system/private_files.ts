/**
 * Permissions of the service's files: for its user only, since DATA_DIR holds keys, webhook secrets
 * and message contents.
 *
 * A directory that only its owner may enter protects everything below it, whatever the modes there,
 * so the tree is not walked: a start costs the same with a million stored files as with none. A
 * file system without modes accepts each change and ignores it, which cannot be helped.
 */

/** Permission bits of group and others. */
const OTHERS = 0o077;
/** Sticky bit, of directories like /tmp in which all users create files. */
const STICKY = 0o1000;

/**
 * Removes the permissions of group and others. Does nothing where the path is missing.
 * @param whole Path that the error's command repairs, where that is more than `path`.
 * @throws Error with the command to run, where this user may not change the mode.
 */
export async function makePrivate(path: string, whole = path): Promise<void> {
  const info = await statOf(path);
  if (info === null || info.mode === null || (info.mode & OTHERS) === 0) return;
  if (info.mode & STICKY) throw new Error(`all users share ${path}; ${useOwn(path)}`);
  try {
    await Deno.chmod(path, info.mode & 0o700);
  } catch (error) {
    if (!(error instanceof Deno.errors.PermissionDenied)) throw error;
    throw new Error(
      `other users may enter, read or change ${path} (mode ${octal(info.mode)}), and it belongs ` +
        `to user ${info.uid}; ${info.isDirectory ? `${useOwn(whole)}, or ` : ""}run` +
        `\n\n  ` +
        `sudo chown -R ${Deno.uid()} ${quoted(whole)} && sudo chmod -R go= ${quoted(whole)}\n`,
      { cause: error },
    );
  }
}

/** Advice that needs no further rights: a directory that the service creates is private. */
const useOwn = (path: string) =>
  `give this service a directory of its own, such as ${path}/slidepost`;

/**
 * Makes a directory and its existing entries private. A directory that other users may enter and
 * that holds only foreign files is refused, since others may need it.
 * @throws Error that says what to do.
 */
export async function makeDirectoryPrivate(path: string, entries: readonly string[]) {
  const { mode } = await Deno.stat(path);
  if ((mode ?? 0) & OTHERS) await assertOwn(path, entries);
  await makePrivate(path);
  await Promise.all(entries.map((name) => makePrivate(`${path}/${name}`, path)));
}

async function assertOwn(path: string, entries: readonly string[]): Promise<void> {
  const names = (await Array.fromAsync(Deno.readDir(path))).map(({ name }) => name)
    .filter((name) => name !== "lost+found"); // the root of a file system has one
  if (names.length === 0 || names.some((name) => entries.includes(name))) return;
  throw new Error(
    `${path} holds other files (${names[0]}), and other users may enter it; ` +
      `${useOwn(path)}, or, if no one else needs it, run chmod 700 ${quoted(path)}`,
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

/** Quotes a path for a shell. */
function quoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
