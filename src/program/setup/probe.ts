/** Probes for installed requirements that work within the program's own permissions. */

/** Tells whether a requirement is met on this machine. */
export type Probe = () => boolean | Promise<boolean>;

/** Creates a probe that is met when any of these files exists. */
export const file = (...paths: string[]): Probe => () => paths.some(isFile);

/** Creates a probe that is met when a program can be started; it is killed at once. */
export const starts = (program: string): Probe => async () => {
  try {
    const quiet = { stdin: "null", stdout: "null", stderr: "null" } as const;
    // As in transcoding: Deno refuses to run a program with a variable such as LD_PRELOAD.
    const child = new Deno.Command(program, { clearEnv: true, ...quiet }).spawn();
    child.kill("SIGKILL");
    await child.status;
    return true;
  } catch {
    return false; // missing, not permitted, or not executable
  }
};

/** Creates a probe that is met when the ffmpeg on the PATH has this part. */
export const ffmpegPart = (kind: "encoder" | "filter", name: string): Probe => async () => {
  try {
    const { stdout } = await new Deno.Command("ffmpeg", {
      args: ["-hide_banner", "-h", `${kind}=${name}`],
      clearEnv: true,
      stdin: "null",
      stderr: "null",
    }).output();
    return new TextDecoder().decode(stdout).split(/\s/, 2).join(" ") === `${TITLES[kind]} ${name}`;
  } catch {
    return false;
  }
};

/** First words of ffmpeg's help on a part that it has. */
const TITLES = { encoder: "Encoder", filter: "Filter" };

export function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
