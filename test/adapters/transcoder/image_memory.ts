/**
 * Transcodes the image that its argument names, in a process of its own, and prints the size of the
 * rendition and the peak of the process's memory, in bytes.
 */
import { createTranscoder } from "../../../src/adapters/transcoder/mod.ts";
import { TURN } from "../../support/turn.ts";

const [path] = Deno.args;
const directory = await Deno.makeTempDir();
const { renditions } = await createTranscoder().transcode(
  { path: path!, kind: "image" },
  () => Promise.resolve([{ rendition: "standard", maxBytes: 300_000 }]),
  directory,
  TURN,
);
await Deno.remove(directory, { recursive: true });
const status = await Deno.readTextFile("/proc/self/status");
const peak = 1024 * Number(/^VmHWM:\s+(\d+) kB/m.exec(status)![1]);
console.log(JSON.stringify({ bytes: renditions[0]!.bytes, peak }));
Deno.exit();
