/** Rules of `deno task prose`: openings, private words and empty names, in code and in openapi.yaml. */
import assert from "node:assert/strict";
import { faultsAt, faultsIn } from "../../tools/prose.ts";

const reasonsIn = (file: string, text: string) =>
  faultsIn(file, text).map(({ line, reason }) => `${line}: ${reason}`);

Deno.test("TypeScript: openings and words of doc comments, and names, by line", () => {
  const code = `/** Reads a file. */
export function read(): void {}

/**
 * What is read; the caller is told.
 */
export const kept = "src/**/*.ts";
/** \`nobody\` in a comment. */
const lane = 1; // told
`;
  assert.deepEqual(reasonsIn("read.ts", code), [
    '5: a doc comment opens with "What": open with a verb, or with a noun phrase',
    '5: a doc comment has "told": say reported, notified or logged',
    '7: the name "kept" says nothing: use the noun of the thing',
    '8: a doc comment has "nobody": say the actor, such as the client or the account',
    '9: the name "lane" has "lane": say batcher',
  ]);
});

Deno.test("TypeScript: words of names in every spelling", () => {
  const names = "const LANE = 1, MAX_LANES = 2, unsealURL = 3, HTTPSealer = 4, planes = 5, A1 = 6;";
  assert.deepEqual(reasonsIn("names.ts", names), [
    '1: the name "LANE" has "lane": say batcher',
    '1: the name "MAX_LANES" has "lanes": say concurrency',
    '1: the name "unsealURL" has "unseal": say decrypt',
    '1: the name "HTTPSealer" has "sealer": say cipher',
  ]);
});

Deno.test("TypeScript: private words of names, except in terms of the field and in benches", () => {
  const names =
    `interface ProviderAnswer { isAnswered: true; keepAliveMs: number; keepsAlive: true }
const KEEP_MS = 1, said = 2, keepsake = 3, benchmark = 4;
`;
  assert.deepEqual(reasonsIn("test/x.ts", names), [
    '1: the name "ProviderAnswer" has "answer": say response or reply',
    '1: the name "isAnswered" has "answered": say responded or replied',
    '2: the name "KEEP_MS" has "keep": say save, store or retain',
    '2: the name "said" has "said": say match, status or what it is',
  ]);
  assert.deepEqual(reasonsIn("test/bench/x.ts", names), []);
});

Deno.test("TypeScript: terms of the field, and words of other names, are no private words", () => {
  const names = [
    "always",
    "away",
    "isUnderWay",
    "placeholder",
    "replaceAll",
    "headroom",
    "placeBars",
  ];
  assert.deepEqual(reasonsIn("names.ts", names.map((name) => `let ${name} = 1;`).join("\n")), []);
  const code = "let smsWay = 1, hasRoom = 2, PLACE_MAX = 3, giveBackAll = 4;";
  assert.deepEqual(reasonsIn("names.ts", code), [
    '1: the name "smsWay" has "way": say plan or route',
    '1: the name "hasRoom" has "room": say capacity or space',
    '1: the name "PLACE_MAX" has "place": say slot, position, cursor or location',
    '1: the name "giveBackAll" has "give back": say release',
  ]);
  assert.deepEqual(reasonsIn("test/bench/load.ts", "const place = 1;"), []);
});

Deno.test("TypeScript: phrases of doc comments, across lines", () => {
  const code =
    "/**\n * Ends what is in\n * hand.\n */\n/** In handwriting. */\nconst text = 1; // in hand\n";
  assert.deepEqual(reasonsIn("phrases.ts", code), [
    '2: a doc comment has "in hand": say claimed',
  ]);
});

Deno.test("TypeScript: doc comments inside of strings are left out", () => {
  const code = 'const source = "/** What is read. */";\n/** Of strings. */\nconst text = "";\n';
  assert.deepEqual(reasonsIn("text.ts", code), [
    '2: a doc comment opens with "Of": open with a verb, or with a noun phrase',
  ]);
});

const DOCUMENT = `openapi: 3.1.0
info:
  summary: Lists of messages.
paths:
  /lists:
    get:
      operationId: listLists
      summary: Lists the lists.
      description: |
        Those of the account. A caller
        is told of the former.
      responses:
        "200":
          description: "One answer."
          content:
            application/json:
              examples:
                told:
                  summary: Whose list
                  value: { description: What was answered, summary: Nobody }
    post:
      operationId: processList
      summary: Process a list
components:
  schemas:
    List:
      properties:
        description: { type: string, description: What the list is. }
        value: { type: string, description: Of the list. }
      example: { description: What was told }
`;

Deno.test("OpenAPI: openings and words of descriptions, and the mood of summaries", () => {
  const noun = "open with a noun phrase, or with a verb";
  assert.deepEqual(reasonsIn("openapi.yaml", DOCUMENT), [
    '8: a summary opens with "Lists": open with a verb in the imperative',
    "8: a summary ends with a period: leave it out",
    `10: a description opens with "Those": ${noun}`,
    '11: a description has "told": say reported, notified or logged',
    '11: a description has "former": say previous',
    `14: a description opens with "One": ${noun}`,
    '14: a description has "answer": say response, or reply',
    '19: a summary opens with "Whose": open with a noun phrase',
    `28: a description opens with "What": ${noun}`,
    `29: a description opens with "Of": ${noun}`,
  ]);
});

Deno.test("XSD: openings and words of documentation", () => {
  const schema = `<xs:schema>
  <!-- What is told. -->
  <xs:documentation>Status of a message.</xs:documentation>
  <xs:documentation>
    What a relay answers.
  </xs:documentation>
</xs:schema>
`;
  assert.deepEqual(reasonsIn("mm7.xsd", schema), [
    '5: a description opens with "What": open with a noun phrase, or with a verb',
    '5: a description has "answers": say responses, or replies',
  ]);
});

Deno.test("folders: code and schemas are checked, generated code and other files are not", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${folder}/generated`);
    const files = ["a.ts", "b.tsx", "c.xsd", "d.yaml", "e.md", "generated.ts", "generated/f.ts"];
    const texts: Record<string, string> = {
      "c.xsd": "<xs:documentation>What it is.</xs:documentation>",
      "d.yaml": "description: What it is.",
    };
    for (const name of files) {
      await Deno.writeTextFile(`${folder}/${name}`, texts[name] ?? "/** What it is. */");
    }
    const faults = await faultsAt([folder]);
    assert.deepEqual(faults.map(({ file }) => file.slice(folder.length + 1)), [
      "a.ts",
      "b.tsx",
      "c.xsd",
      "d.yaml",
    ]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
