/** Decoded frames of films, for tests of what a viewer sees. */
import { optionArgs } from "../../src/lib/option_args.ts";

async function decoded(path: string, filter: string, format: string): Promise<Uint8Array> {
  const { success, stdout, stderr } = await new Deno.Command("ffmpeg", {
    args: [
      "-nostdin",
      ...optionArgs({
        "-v": "error",
        "-ss": 0.4,
        "-i": path,
        "-frames:v": 1,
        "-vf": filter,
        "-f": "rawvideo",
        "-pix_fmt": format,
      }),
      "-",
    ],
    stdout: "piped",
    stderr: "piped",
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return stdout;
}

/** Decodes the colour at a position of a film, in parts of its width: red, green, blue to 255. */
export async function colourAt(path: string, x: number, matrix = "bt709"): Promise<number[]> {
  const crop = `crop=4:4:floor(iw*${x}):floor(ih/2)`;
  const pixels = await decoded(path, `${crop},scale=in_color_matrix=${matrix}`, "rgb24");
  return [...pixels.subarray(0, 3)];
}

/** Measures the combs of a frame: how much nearer a row is to the one after the next. */
export async function combs(path: string, width: number, height: number): Promise<number> {
  const pixels = await decoded(path, "null", "gray");
  let [next, afterNext] = [0, 0];
  for (let y = 0; y < height - 2; y++) {
    for (let x = 0; x < width; x++) {
      const pixel = pixels[y * width + x]!;
      next += Math.abs(pixel - pixels[(y + 1) * width + x]!);
      afterNext += Math.abs(pixel - pixels[(y + 2) * width + x]!);
    }
  }
  return next / afterNext;
}
