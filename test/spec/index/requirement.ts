/**
 * The index of requirements: what the interface's description asks for, one entry a sentence, rule or
 * row of a table, in our own words, and the tests that show it.
 *
 * An entry's id is its section and what the description calls it there. Tests are named by file, below
 * `test`, and by name as `deno test` prints it; `*` stands for any text, so that one line names a
 * table of tests. A step is named behind its test, as it is printed: `test ... step`.
 */

export interface TestRef {
  file: string;
  name: string;
}

export interface Requirement {
  id: string;
  says: string;
  tests: readonly TestRef[];
}

/** Rows of a section: what each says, and its tests. */
type Rows = Readonly<Record<string, readonly [says: string, ...tests: (readonly TestRef[])[]]>>;

/** Names tests of one file. */
export const inFile = (file: string) => (...names: string[]): TestRef[] =>
  names.map((name) => ({ file, name }));

/** Lists the requirements of a section. */
export function section(number: string, rows: Rows): Requirement[] {
  return Object.entries(rows).map(([row, [says, ...tests]]) => ({
    id: `${number} ${row}`,
    says,
    tests: tests.flat(),
  }));
}
