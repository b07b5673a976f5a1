/** Help of the command line: all of openapi.yaml's operations, fields and limits. */
import assert from "node:assert/strict";
import { type AdminOperation, adminOperations } from "../../src/contract/admin.ts";
import { helpFor } from "../../src/program/admin.ts";
import { helpOf, overview } from "../../src/program/admin/help.ts";

const words = (text: string) => text.split(/\s+/).join(" ");

for (const operation of adminOperations) {
  const { cli, scope, summary, description = "", pathParams, query, body } = operation;
  Deno.test(`help of ${cli.join(" ")}: summary, description, every field and limit`, () => {
    const kinds = [...new Set(body.flatMap(({ kind }) => kind ?? []))];
    const help = [helpOf(operation), ...kinds.map((kind) => helpOf(operation, kind))].join("\n");
    const text = words(help);
    for (const part of [summary, description, ...pathParams.map((each) => each.description)]) {
      assert.ok(text.includes(words(part).trim()), part);
    }
    assert.equal(text.includes(`The token needs the scope ${scope}.`), scope !== "read");
    for (const field of [...query, ...body]) {
      const ofKind = help.slice(Math.max(0, help.indexOf(`Options of the kind ${field.kind}:\n`)));
      const [, entry] = new RegExp(`^ {2}--${field.name} (\\S.*\\n(?: {6}.*\\n?)+)`, "m").exec(
        ofKind,
      )!;
      const shown = words(entry!);
      assert.ok(shown.includes(words(field.description).trim()), entry);
      const saysRequired = field.required || (field.values ?? []).includes("required");
      assert.equal(shown.includes("required"), saysRequired, entry);
      for (const value of field.values ?? []) assert.ok(shown.includes(value), entry);
      if (field.type === "boolean") assert.match(entry!, /^true\|false\n/);
      if (field.values !== undefined || field.type === "files") continue;
      for (const limit of [field.maxLength, field.minimum, field.maximum]) {
        if (limit !== undefined) assert.ok(shown.includes(limit.toLocaleString("en")), entry);
      }
      if (field.default != null) assert.ok(shown.includes(`default ${field.default}`), entry);
    }
    const long = help.split("\n").filter((line) => line.length > 80 && line.trim().includes(" "));
    assert.deepEqual(long, []);
  });
}

const operationOf = (name: string): AdminOperation =>
  adminOperations.find(({ cli }) => cli.join(" ") === name)!;

Deno.test("help of a change names the fields that can be emptied, and how", () => {
  const help = words(helpOf(operationOf("account change")));
  assert.match(
    help,
    /--clear NAME Field to empty; may be repeated\. One of display-name, .*postback-url, .*rate\./,
  );
  assert.match(help, /emptied by --clear postback-url\)/);
  assert.doesNotMatch(helpOf(operationOf("account list")), /--clear/);
});

Deno.test("help is that of all commands, of a noun, or of a command, which may be one word", () => {
  const status = helpOf(operationOf("status"));
  assert.equal(helpFor([]), overview());
  assert.equal(helpFor(["help"]), overview());
  assert.equal(helpFor(["key", "--help"]), overview("key"));
  assert.equal(helpFor(["key", "issue", "-h"]), helpOf(operationOf("key issue")));
  assert.equal(helpFor(["status", "--help"]), status);
  assert.equal(helpFor(["help", "status"]), status);
  assert.equal(helpFor(["status"]), null);
  assert.throws(() => helpFor(["nothing", "--help"]), /unknown command: nothing/);
});

Deno.test("help of all commands has each, within 80 columns; of a noun its own", () => {
  for (const { cli } of adminOperations) {
    assert.match(overview(), new RegExp(`^ {2}${cli.join(" ")} {2,}\\S`, "m"));
  }
  assert.deepEqual(overview().split("\n").filter((line) => line.length > 80), []);
  const nouns = [...overview("key").matchAll(/^ {2}(\w+) \w/gm)].map(([, noun]) => noun);
  assert.deepEqual(nouns, ["key", "key", "key", "key"]);
});

Deno.test("help of a kind has its options, and that of all kinds names them", () => {
  const all = helpFor(["connector", "create", "--help"])!;
  assert.match(words(all), /--kind KIND --help describes the options of a kind: mmsc_mm7, /);
  assert.doesNotMatch(all, /--system-id|--account-sid/);
  const ofKind = helpFor(["connector", "create", "--kind", "twilio", "--help"])!;
  assert.match(ofKind, /Options of the kind twilio:/);
  assert.match(ofKind, /--account-sid/);
  assert.doesNotMatch(ofKind, /--system-id/);
  assert.equal(helpFor(["connector", "create", "--kind", "pigeon", "-h"]), all);
});
