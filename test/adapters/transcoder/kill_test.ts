/** A killed service leaves no ffmpeg running. */
import assert from "node:assert/strict";
import * as media from "../../support/media.ts";
import { until } from "../../support/until.ts";

Deno.test({
  name: "ffmpeg ends soon after the service was killed, unfinished",
  ignore: Deno.build.os !== "linux", // processes are found in /proc
  fn: killed,
});

async function killed() {
  const directory = await Deno.makeTempDir();
  const clip = await media.video({ seconds: 2, size: "1280x720", sound: false });
  const source = await media.copied("long.mp4", `-stream_loop 99 -i ${clip}`);
  const module = import.meta.resolve("../../../src/adapters/transcoder/mod.ts");
  const script = `
    import { createTranscoder } from ${JSON.stringify(module)};
    const source = { path: ${JSON.stringify(source)}, kind: "video" };
    const plan = [{ rendition: "standard", maxBytes: 9_000_000 }];
    await createTranscoder().transcode(source, () => Promise.resolve(plan), ${
    JSON.stringify(directory)
  }, {
      account: "acme",
      onProgress: (part) => console.log(part),
    });`;
  await Deno.writeTextFile(`${directory}/service.ts`, script);
  const config = new URL(import.meta.resolve("../../../deno.json")).pathname;
  const service = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--config", config, `${directory}/service.ts`],
    stdout: "piped",
  }).spawn();
  const output = service.stdout.getReader();
  await output.read();
  const [ffmpeg] = workersIn(directory);
  assert.ok(ffmpeg !== undefined, "it is at work");
  service.kill("SIGKILL");
  await service.status;
  await output.cancel();

  await until(() => workersIn(directory), ({ length }) => length === 0);
  const [result] = [...Deno.readDirSync(directory)].filter(({ name }) => name.endsWith(".mp4"));
  const { format } = await media.ffprobe(`${directory}/${result!.name}`);
  assert.ok(Number(format?.duration ?? 0) < 190, `${format?.duration} of 200 s`);
  await Deno.remove(directory, { recursive: true });
}

/** Lists the processes with a file of this directory on their command line. */
function workersIn(directory: string): string[] {
  return [...Deno.readDirSync("/proc")].map(({ name }) => name).filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const command = Deno.readTextFileSync(`/proc/${name}/cmdline`);
      return /^\S*ffmpeg\0/.test(command) && command.includes(directory);
    } catch {
      return false; // it has ended meanwhile
    }
  });
}
