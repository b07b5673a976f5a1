/** s3rver in a process of its own, since it leaves sockets and timers open. */

export interface S3rver extends AsyncDisposable {
  /** BLOBS_URL. */
  url: string;
  environment: Record<string, string>;
}

const BUCKET = "files";

export async function startS3rver(): Promise<S3rver> {
  const directory = await Deno.makeTempDir({ prefix: "slidepost-test-" });
  const script = new URL(import.meta.url).pathname;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--lock=test/deno.lock", script, directory],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const { value = "" } = await reader.read();
  const endpoint = `http://127.0.0.1:${JSON.parse(value).port}`;
  return {
    url: `s3://${BUCKET}/below?endpoint=${encodeURIComponent(endpoint)}`,
    environment: { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await reader.cancel();
      await child.status;
      await Deno.remove(directory, { recursive: true });
    },
  };
}

if (import.meta.main) {
  const { default: Server } = await import("npm:@20minutes/s3rver@5.0.0");
  const server = new Server({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: Deno.args[0],
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const { port } = await server.run();
  console.log(JSON.stringify({ port }));
}
