/** Lists of configuration keys in the manual and in the help of commands. */
import assert from "node:assert/strict";
import { CONFIG_KEYS } from "../../src/config/mod.ts";
import { helpOfCommand } from "../../src/program/command/help.ts";
import { MANUAL, readPage } from "../support/manual.ts";

const namesOf = (areAdvanced: boolean) =>
  Object.entries(CONFIG_KEYS).filter(([, { isAdvanced }]) => isAdvanced === areAdvanced)
    .map(([name]) => name);

/** Texts that list the keys, each with its heading of the advanced ones and its form of a name. */
const LISTS = {
  manual: {
    text: (await readPage(`${MANUAL}/configuration.md`)).text,
    heading: "\n## Advanced\n",
    name: /^\| `([A-Z\d_]+)` +\|/gm,
  },
  help: {
    text: helpOfCommand("serve"),
    heading: "\nAdvanced keys, whose defaults suit most services:\n",
    name: /^ {2}([A-Z\d_]+) \(/gm,
  },
};

for (const [list, { text, heading, name }] of Object.entries(LISTS)) {
  Deno.test(`the ${list} lists every key once: an operator's first, then the advanced ones`, () => {
    const parts = text.split(heading);
    const listed = parts.map((part) => [...part.matchAll(name)].map(([, match]) => match));
    assert.deepEqual(listed, [namesOf(false), namesOf(true)]);
  });
}

Deno.test("an operator has at most forty keys to know", () => {
  const count = namesOf(false).length;
  assert.ok(count > 20 && count <= 40, `${count} keys`);
});
