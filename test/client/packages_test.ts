/** Packages of the clients, as `deno task package` builds them. */
import assert from "node:assert/strict";
import deno from "../../deno.json" with { type: "json" };
import { buildPackage, type Language, LANGUAGES } from "../../tools/package.ts";
import { MANIFESTS } from "../../tools/package/manifests.ts";
import { blocksOf, MANUAL, readPage, ROOT } from "../support/manual.ts";
import { packageTask } from "../support/package_task.ts";
import { newDirectory } from "../support/scratch.ts";

const GOLDEN = new URL("../../tools/generate/client/golden/", import.meta.url);
const API = new URL("openapi.yaml", GOLDEN);
const LICENCE = "Apache-2.0";

/** Words of the manifest of a language: its facts, and its licence or the lack of one. */
const EXPECTED: Record<Language, { facts: string[]; with: string; without: string }> = {
  typescript: {
    facts: ['"name": "@slidepost/client"', `"version": "${deno.version}"`],
    with: `"license": "${LICENCE}"`,
    without: '"license": "UNLICENSED"',
  },
  go: {
    facts: ["module slidepost", `version ${deno.version},`],
    with: `under ${LICENCE}.`,
    without: "without a licence.",
  },
  php: {
    facts: ['"name": "slidepost/client"', `"version": "${deno.version}"`],
    with: `"license": "${LICENCE}"`,
    without: '"license": "proprietary"',
  },
  python: {
    facts: ['name = "slidepost"', `version = "${deno.version}"`],
    with: `license = "${LICENCE}"`,
    without: 'classifiers = ["License :: Other/Proprietary License"]',
  },
  java: {
    facts: ["<artifactId>slidepost</artifactId>", `<version>${deno.version}</version>`],
    with: `<name>${LICENCE}</name>`,
    without: "<name>proprietary</name>",
  },
};

/** Reads the files below a folder by their paths. */
async function readFiles(folder: string, path = ""): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const { name, isDirectory } of Deno.readDir(`${folder}/${path}`)) {
    if (isDirectory) Object.assign(files, await readFiles(folder, `${path}${name}/`));
    else files[path + name] = await Deno.readTextFile(`${folder}/${path}${name}`);
  }
  return files;
}

for (const language of LANGUAGES) {
  const { facts, ...licences } = EXPECTED[language];

  Deno.test(`the manifest for ${language} has name, version, description, and the licence or the word for none`, () => {
    for (const licence of ["", LICENCE]) {
      const manifest = MANIFESTS[language].write(licence);
      const expected = [...facts, "Client of the JSON API of a slidepost service"];
      for (const fact of expected) assert.ok(manifest.includes(fact), `${fact} in ${manifest}`);
      assert.equal(manifest.includes(licences.with), licence !== "", manifest);
      assert.equal(manifest.includes(licences.without), licence === "", manifest);
    }
  });

  // Its models are in the repository, and `test/full/client` builds its package.
  if (language === "typescript") continue;

  Deno.test(`the models for ${language} are those of the golden file, then those of openapi.yaml`, async () => {
    const folder = await newDirectory();
    await buildPackage(language, folder, { api: API });
    const small = await readFiles(folder);
    const golden = await Deno.readTextFile(new URL(`${language}.txt`, GOLDEN));
    const [, ...parts] = golden.split(/^==> (.*)\n/m);
    assert.ok(parts.length > 0);
    for (let at = 0; at < parts.length; at += 2) {
      assert.equal(small[parts[at]!], parts[at + 1], `${parts[at]}: run \`deno task generate\``);
    }

    await Deno.writeTextFile(`${folder}/CHANGES.md`, "of the publisher");
    await buildPackage(language, folder, { licence: LICENCE });
    const files = await readFiles(folder);
    const all = Object.values(files).join("\n");
    for (const word of ["click-tracking", "N401"]) assert.ok(all.includes(word), word);
    assert.ok(!all.includes("slides-by-name"), "models of another API are removed");
    assert.equal(files["CHANGES.md"], "of the publisher");
    assert.equal(files[MANIFESTS[language].file], MANIFESTS[language].write(LICENCE));
    assert.ok(files["README.md"]!.includes(`in \`dist/${language}\``));
  });
}

Deno.test("another language, or more than a folder, is refused with the list of languages", async () => {
  const folder = await newDirectory();
  const usage = "usage: deno task package [typescript|go|php|python|java] [folder]\n";
  const refusals = {
    "no client for ruby": ["ruby"],
    "no client for toString": ["toString", "there"],
    "too many arguments: here": ["go", "there", "here"],
  };
  for (const [fault, args] of Object.entries(refusals)) {
    const refused = { code: 2, output: "", complaint: `${fault}\n${usage}` };
    assert.deepEqual(await packageTask(folder, ...args), refused);
  }
  assert.deepEqual(await readFiles(folder), {});
});

Deno.test("the pages on Go name the version of the package", async () => {
  for (const path of ["src/client/go/README.md", `${MANUAL}/clients.md`]) {
    const text = await Deno.readTextFile(`${ROOT}${path}`);
    assert.equal(/slidepost@v(\S+)/.exec(text)?.[1], deno.version, path);
  }
});

Deno.test("every language has an example of sending and one of receiving", async () => {
  const languages = ["ts", "python", "go", "php", "java"];
  for (const name of ["clients.md", "receivers.md"]) {
    const blocks = blocksOf(await readPage(`${MANUAL}/${name}`));
    assert.deepEqual(blocks.map(({ language }) => language), languages, name);
  }
});
