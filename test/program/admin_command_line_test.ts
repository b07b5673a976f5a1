/** Mistakes on the command line: one line each, with all that is missing and what was probably meant. */
import assert from "node:assert/strict";
import { adminOperations } from "../../src/contract/admin.ts";
import { operationOf } from "../../src/program/admin/find_operation.ts";
import { requestOf } from "../../src/program/admin/command_line.ts";

const TARGET = { url: "http://127.0.0.1:9", token: "any" };

/** Parses a command line; resolves with the message of its mistake. */
async function mistakeOf(line: string): Promise<string> {
  const words = line.split(" ");
  try {
    const operation = operationOf(words);
    await requestOf(operation, words.slice(operation.cli.length), TARGET);
  } catch (error) {
    assert.equal((error as Error).name, "UsageError");
    return (error as Error).message;
  }
  throw new Error(`no mistake: ${line}`);
}

const MISTAKES: [line: string, message: RegExp][] = [
  ["acount list", /^unknown command: acount list; did you mean account list\? \(admin help lists/],
  ["create account", /^unknown command: create account; did you mean account create\?/],
  ["accounts", /^unknown command: accounts; did you mean account\?/],
  [
    "account crate",
    /^unknown command: account crate; did you mean account create\? \(admin help acc/,
  ],
  ["pigeon send", /^unknown command: pigeon send \(admin help lists the commands\)$/],
  ["key", /^key needs a verb, one of issue, list, change, revoke \(admin help key lists /],
  ["key --json", /^key needs a verb/],
  ["key isssue acme", /^unknown command: key isssue; did you mean key issue\?/],
  [
    "sender add",
    /^sender add needs <account>, --address TEXT, --kind short-code\|.*, --country TEXT \(/,
  ],
  ["key issue a b", /^unexpected argument: b \(admin key issue --help describes the options\)$/],
  ["status now", /^unexpected argument: now \(admin status --help/],
  [
    "message list --recipent 1",
    /^unknown option: --recipent; did you mean --recipient\? \(admin me/,
  ],
  ["message list --limit", /^--limit needs a value \(admin message list --help/],
  ["connector create --name x", /^--kind is required: one of mmsc_mm7, smsc_smpp, /],
  [
    "connector create --kind vonnage",
    /^--kind vonnage is unknown: one of .*; did you mean vonage\?$/,
  ],
  [
    "connector create --kind vonage",
    /^connector create needs --name TEXT, --application-id TEXT, /,
  ],
];

Deno.test("a mistake is one line that names the fault and what was probably meant", async (t) => {
  for (const [line, expected] of MISTAKES) {
    await t.step(line, async () => {
      const message = await mistakeOf(line);
      assert.match(message, expected);
      assert.doesNotMatch(message, /\n/);
    });
  }
});

for (const operation of adminOperations) {
  const { cli, pathParams, query, body, kindField } = operation;
  const name = cli.join(" ");
  const kinds = body.find((field) => field.name === kindField)?.values ?? [undefined];
  for (const kind of kinds) {
    const required = [...query, ...body].filter((field) =>
      field.required && field.name !== kindField &&
      (field.kind === undefined || field.kind === kind)
    );
    if (pathParams.length + required.length === 0) continue;
    const ofKind = kind === undefined ? "" : ` --${kindField} ${kind}`;
    Deno.test(`${name}${ofKind} names all that it needs at once`, async () => {
      const message = await mistakeOf(`${name}${ofKind}`);
      const names = [
        ...pathParams.map((each) => `<${each.name}>`),
        ...required.map((each) => `--${each.name} `),
      ];
      for (const each of names) assert.ok(message.includes(each), `${each} in: ${message}`);
      assert.doesNotMatch(message, /\n/);
    });
  }
}
