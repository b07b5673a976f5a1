/** Ways to find out whether something is installed, within the program's own permissions. */

/** Answers whether a requirement is met on this machine. */
export type Probe = () => boolean | Promise<boolean>;

/** Met when any of these files exists. */
export const file = (...paths: string[]): Probe => () => paths.some(isFile);

/** Met when a program can be started; it is ended before it has done anything. */
export const starts = (program: string): Probe => async () => {
  try {
    const quiet = { stdin: "null", stdout: "null", stderr: "null" } as const;
    // As for transcoding: Deno runs nothing with a variable such as LD_PRELOAD.
    const child = new Deno.Command(program, { clearEnv: true, ...quiet }).spawn();
    child.kill("SIGKILL");
    await child.status;
    return true;
  } catch {
    return false; // not there, not to be run by us, or no program
  }
};

/** Met when the ffmpeg on the PATH was built with this encoder. */
export const ffmpegEncoder = (name: string): Probe => async () => {
  try {
    const { stdout } = await new Deno.Command("ffmpeg", {
      args: ["-hide_banner", "-h", `encoder=${name}`],
      clearEnv: true,
      stdin: "null",
      stderr: "null",
    }).output();
    return new TextDecoder().decode(stdout).startsWith(`Encoder ${name} `);
  } catch {
    return false;
  }
};

export function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
