/** `deno task package`, run in another folder than the repository's. */
import deno from "../../deno.json" with { type: "json" };
import { ROOT } from "./manual.ts";

/** Runs the task with `cwd` as the folder that `dist` is in. */
export async function packageTask(cwd: string, ...args: string[]) {
  const [, run, ...options] = deno.tasks.package.replaceAll(/(test|tools)\//g, `${ROOT}$&`).split(
    " ",
  );
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [run!, "--quiet", `--config=${ROOT}deno.json`, ...options, ...args],
    cwd,
  }).output();
  const [output, complaint] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { code, output: output!, complaint: complaint! };
}
