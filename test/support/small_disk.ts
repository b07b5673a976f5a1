/** File system in memory that can be full. Mounting it requires root (Linux). */

export interface SmallDisk extends AsyncDisposable {
  /** Mount point. */
  path: string;
  /** Occupies the remaining space. */
  fill(): Promise<void>;
  /** Releases the space of {@link fill}. */
  free(): Promise<void>;
}

const run = (program: string, ...args: string[]) =>
  new Deno.Command(program, { args, stdin: "null", stdout: "null", stderr: "null" });

/** Tells whether this process may mount it: a test is left out otherwise. */
export function canMountDisk(): boolean {
  if (Deno.build.os !== "linux" || Deno.uid() !== 0) return false;
  const path = Deno.makeTempDirSync({ dir: "/tmp", prefix: "slidepost-disk-" });
  const { success } = run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", path).outputSync();
  if (success) run("umount", path).outputSync();
  Deno.removeSync(path);
  return success;
}

/** Mounts a file system that every user of the machine may write to. It ends with this process. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk> {
  const path = await Deno.makeTempDir({ dir: "/tmp", prefix: "slidepost-disk-" });
  // The pipe to the shell is closed by us, or by the system when we are gone.
  const script = `trap '' HUP INT TERM
    mount -t tmpfs -o "size=$2m,mode=0777" tmpfs "$1" && echo mounted
    read -r _
    umount -l "$1" && rmdir "$1"`;
  const shell = new Deno.Command("/bin/sh", {
    args: ["-c", script, "sh", path, String(megabytes)],
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const output = shell.stdout.getReader();
  const { done } = await output.read();
  if (done) throw new Error(`cannot mount a disk at ${path}`);
  const filler = `${path}/filler`;
  let freed = true;

  return {
    path,
    async fill() {
      freed = false;
      using file = await Deno.open(filler, { write: true, create: true, append: true });
      for (let bytes = 1 << 20; bytes >= 1; bytes >>= 1) {
        while (await hasTaken(file, new Uint8Array(bytes))) { /* there is room for more */ }
      }
    },
    async free() {
      if (!freed) await Deno.remove(filler);
      freed = true;
    },
    async [Symbol.asyncDispose]() {
      await output.cancel();
      await shell.stdin.close();
      await shell.status;
    },
  };
}

async function hasTaken(file: Deno.FsFile, bytes: Uint8Array): Promise<boolean> {
  try {
    return await file.write(bytes) > 0;
  } catch (error) {
    if ((error as { code?: string }).code === "ENOSPC") return false;
    throw error;
  }
}
