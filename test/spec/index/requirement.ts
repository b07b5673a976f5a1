/**
 * Index of requirements: one entry for each sentence, rule and table row of the interface's
 * description, in our own words, with the tests that cover it.
 *
 * An entry's id is its section and its name in the description. Tests are named by file, below
 * `test`, and by name as `deno test` prints it; `*` stands for any text, so that one line names a
 * table of tests. A step follows its test, as it is printed: `test ... step`.
 */

export interface TestRef {
  file: string;
  name: string;
}

export interface Requirement {
  id: string;
  text: string;
  tests: readonly TestRef[];
}

/** Rows of a section: the requirement in words, and its tests. */
type Rows = Readonly<Record<string, readonly [says: string, ...tests: (readonly TestRef[])[]]>>;

/** Names tests of one file. */
export const inFile = (file: string) => (...names: string[]): TestRef[] =>
  names.map((name) => ({ file, name }));

/** Lists the requirements of a section. */
export function section(number: string, rows: Rows): Requirement[] {
  return Object.entries(rows).map(([row, [text, ...tests]]) => ({
    id: `${number} ${row}`,
    text,
    tests: tests.flat(),
  }));
}
