/** Child process that can be killed at any time, its sandbox included. */
export interface Child {
  readonly pid: number;
  readonly status: Promise<Deno.CommandStatus>;
  /** Standard output. It rejects once the process is killed, whatever still has it open. */
  readonly stdout: ReadableStream<Uint8Array>;
  /** Standard error, as `stdout`. */
  readonly stderr: ReadableStream<Uint8Array>;
  /** Kills the process by SIGKILL, and resolves when it has ended. Never rejects. */
  kill(): Promise<void>;
}

/**
 * Starts a program without environment and standard input.
 *
 * @param isAnnounced Whether something is written to standard error once the program may be killed:
 *   a bubblewrap that is killed while it sets up the sandbox leaves a process behind for ever.
 */
export function startChild([program, ...args]: string[], isAnnounced: boolean): Child {
  const child = new Deno.Command(program!, {
    args,
    clearEnv: true,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const { promise: announced, resolve: announce } = Promise.withResolvers<void>();
  if (!isAnnounced) announce();
  const killed = new AbortController();
  return {
    pid: child.pid,
    status: child.status,
    stdout: child.stdout.pipeThrough(new TransformStream(), killed),
    stderr: child.stderr.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>(
        {
          transform(chunk, controller) {
            announce();
            controller.enqueue(chunk);
          },
          flush: () => announce(),
        },
        undefined,
        // The announcement is heard before anybody reads.
        { highWaterMark: 1 },
      ),
      killed,
    ),
    async kill() {
      // However long that takes on a busy machine.
      await Promise.race([announced, child.status]);
      try {
        child.kill("SIGKILL");
      } catch {
        // it has already ended
      }
      await child.status;
      killed.abort();
    },
  };
}
