/** Fonts: ours and those that set-up installs, and no others of the machine. */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { fontFor, languageOf } from "../../src/image/fonts.ts";
import { requirements } from "../../tools/setup/requirements.ts";
import { FONT_DIRECTORIES, INSTALLED } from "../../src/image/typefaces.ts";

const file = (path: string) => JSON.stringify(String(new URL(`../../${path}`, import.meta.url)));

/** Runs a script in a process that has loaded no fonts, and returns its output, parsed as JSON. */
async function elsewhere(script: string) {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--ext=ts", "--no-check", script],
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
  }).output();
  return JSON.parse(new TextDecoder().decode(stdout));
}

Deno.test("no font is loaded but our own and those of the table", async () => {
  const families = await elsewhere(`
    import { loadFonts } from ${file("src/image/fonts.ts")};
    import { GlobalFonts } from "@napi-rs/canvas";
    const before = GlobalFonts.families.length;
    loadFonts();
    const ours = GlobalFonts.families.filter(({ family }) => family.startsWith("slidepost "));
    loadFonts();
    console.log(JSON.stringify([before, ours.length, GlobalFonts.families.length]));
  `);
  // Each is also listed under its own name, which no text uses.
  assert.deepEqual(families, [0, 4 + INSTALLED.length, 2 * (4 + INSTALLED.length)]);
});

Deno.test("without installed fonts a warning names what cannot be drawn, and the rest is drawn", async () => {
  const [missing, bytes] = await elsewhere(`
    import { createPainter, loadFonts } from ${file("src/image/mod.ts")};
    import { readPicture } from ${file("src/core/template/picture.ts")};
    const missing = loadFonts(["/nowhere"]);
    const text = { text: "Hello 😀 世界 สวัสดี", font: "LiberationSans" };
    const picture = readPicture({ "text-area": { "text-area-1": text } });
    const { jpeg } = await createPainter().draw(picture, null);
    console.log(JSON.stringify([missing, jpeg.length]));
  `);
  assert.deepEqual(missing, INSTALLED.map(({ draws }) => draws));
  assert.ok(bytes > 500);
});

Deno.test({
  name: "set-up installs every font of the table, on Debian and its derivatives",
  ignore: Deno.build.os !== "linux",
  async fn() {
    const packages = requirements.flatMap(({ debian }) => debian);
    const names = INSTALLED.map(({ files }) => files[0]!);
    const args = ["-S", ...names.map((name) => `*/${name}`)];
    const { stdout } = await new Deno.Command("dpkg-query", { args }).output();
    const owned = new TextDecoder().decode(stdout).split("\n").map((line) => line.split(": "));
    for (const name of names) {
      const owners = owned
        .filter(([, path]) => FONT_DIRECTORIES.some((folder) => path === `${folder}/${name}`))
        .map(([owner]) => owner!);
      assert.ok(owners.some((owner) => packages.includes(owner)), `${name}: ${owners}`);
    }
  },
});

Deno.test("the typeface comes first, then Open Sans; other fonts only for what is not Latin", () => {
  assert.equal(
    fontFor("Grüße — “ok”…", "Arvo", 20),
    `20px "slidepost Arvo", "slidepost Open Sans", "slidepost NotoSans"`,
  );
  const all = fontFor("Grüße 😀", "Arvo", 20);
  assert.match(all, /^20px "slidepost Arvo", "slidepost Open Sans", "slidepost NotoSans", /);
  for (const { family } of INSTALLED.slice(1)) assert.ok(all.includes(`"${family}"`), family);
});

Deno.test("a text's language is recognised by its letters", () => {
  assert.deepEqual(
    ["骨", "骨の", "カ骨", "骨한", "bone", "", "Кость"].map(languageOf),
    ["zh-Hans", "ja", "ja", "ko", "en", "en", "en"],
  );
});
