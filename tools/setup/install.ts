/**
 * Runs an installation plan and prints its progress: a package download can take a minute.
 */
import { findProgram } from "./probe.ts";
import type { Platform, Step } from "./plan.ts";

/** Detects the package manager and rights. Called only where something is missing: `sudo` is slow. */
export async function platform(): Promise<Platform> {
  if (Deno.build.os === "darwin") {
    return { packages: "brew", rights: findProgram("brew") ? "own" : "none" };
  }
  if (!findProgram("apt-get")) return { packages: "unknown", rights: "none" };
  if (Deno.uid() === 0) return { packages: "apt", rights: "own" };
  return { packages: "apt", rights: await sudoNeedsNoPassword() ? "sudo" : "none" };
}

async function sudoNeedsNoPassword(): Promise<boolean> {
  if (!findProgram("sudo")) return false;
  const command = new Deno.Command("sudo", {
    args: ["-n", "true"],
    stdout: "null",
    stderr: "null",
  });
  return (await command.output()).success;
}

/** Runs the steps in order. Resolves with whether all essential ones succeeded. */
export async function install(steps: readonly Step[]): Promise<boolean> {
  const begun: Step[] = [];
  try {
    for (const step of steps) {
      begun.push(step);
      if (!await runStep(step) && step.essential) return false;
    }
    return true;
  } finally {
    for (const { undo } of begun) if (undo) await run(undo);
  }
}

async function runStep({ title, command }: Step): Promise<boolean> {
  using _progress = showProgress(title);
  const { success, output } = await run(command);
  if (!success) console.error(`\n${output}\nsetup: failed: ${command.join(" ")}`);
  return success;
}

async function run([program, ...args]: readonly string[]) {
  const { success, stdout, stderr } = await new Deno.Command(program!, { args, stdin: "null" })
    .output();
  const decoder = new TextDecoder();
  return { success, output: (decoder.decode(stdout) + decoder.decode(stderr)).trimEnd() };
}

/** Shows the elapsed seconds: one rewritten line on a terminal, a line every 15 seconds in a log. */
function showProgress(title: string): Disposable {
  const terminal = Deno.stderr.isTerminal();
  const started = performance.now();
  const write = (text: string) => Deno.stderr.writeSync(new TextEncoder().encode(text));
  const line = () => `  ${title} … ${Math.round((performance.now() - started) / 1000)} s`;
  write(terminal ? line() : `  ${title}\n`);
  const timer = setInterval(
    () => write(terminal ? `\r${line()}` : `${line()}\n`),
    terminal ? 1_000 : 15_000,
  );
  return {
    [Symbol.dispose]() {
      clearInterval(timer);
      write(terminal ? `\r${line()}\n` : `${line()}, done\n`);
    },
  };
}
