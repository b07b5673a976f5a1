/** The size check counts the lines that are a function's own. */
import assert from "node:assert/strict";
import { functionsIn, type FunctionSize } from "../../../tools/sizes/functions.ts";

/** Lists the functions of a source as `name own/span`, nested ones in brackets. */
function sizes(source: string, file = "source.ts"): string {
  return functionsIn(file, source).map(describe).join(" ");
}

function describe({ name, own, span, nested }: FunctionSize): string {
  const inner = nested.length > 0 ? ` [${nested.map(describe).join(" ")}]` : "";
  return `${name} ${own}/${span}${inner}`;
}

Deno.test("sizes: a line counts once, for the function that has its first token", () => {
  assert.equal(
    sizes(`function outer(items: string[]) {
  const long = items.filter((item) => {
    const length = item.length;
    return length > 3;
  });
  function inner() {
    return long;
  }
  const both = () => {
    return 1;
  };
  return [inner(), both()];
}
`),
    "outer 5/13 [argument of filter 3/4 inner 3/3 both 2/3]",
  );
});

Deno.test("sizes: a factory has its signature, its state and the keys of what it returns", () => {
  assert.equal(
    sizes(`export function createCounter({ step }: {
  step: number;
}): Counter {
  let count = 0;
  return {
    add(by) {
      count += by * step;
    },
    get count() {
      return count;
    },
    reset: () => count = 0,
    stop: () => {
      count = -1;
    },
  };
}
`),
    "createCounter 9/17 [add 3/3 count 3/3 reset 0/1 stop 2/3]",
  );
});

Deno.test("sizes: members of a class stand for themselves, a class in a function too", () => {
  assert.equal(
    sizes(`class Reader {
  #at = 0;
  constructor(
    readonly text: string,
  ) {}
  static open = (text: string) => new Reader(text);
  get at(): number {
    return this.#at;
  }
  read(): string;
  read(length?: number): string {
    return this.text;
  }
}
const make = () => {
  return class {
    close() {}
  };
};
`),
    "constructor 3/3 open 0/1 at 3/3 read 3/3 make 3/5 [close 1/1]",
  );
});

Deno.test("sizes: blank lines and comments do not count", () => {
  assert.equal(
    sizes(`/**
 * Doubles.
 */
function double(
  // The value.
  value: number, // whole
) {

  /* In two
     lines. */
  return value * 2; /* one more
  */
}
`),
    "double 5/10",
  );
});

Deno.test("sizes: lines of a template count where they have text", () => {
  assert.equal(
    sizes(`const page = (rows: string[]) => \`<ul>
  // not a comment

  \${rows.map((row) =>
    \`<li>
      \${row}
    </li>\`
  )}
</ul>\`;
`),
    "page 4/9 [argument of map 3/4]",
  );
});

Deno.test("sizes: so do lines of JSX", () => {
  assert.equal(
    sizes(
      `const List = ({ rows }: Props) => (
  <ul class="rows">
    {/* Rows. */}
    {rows.map((row) => (
      <li>
        {row}

        and text
      </li>
    ))}
  </ul>
);
`,
      "source.tsx",
    ),
    "List 5/12 [argument of map 5/7]",
  );
});

Deno.test("sizes: types, overloads and tables are no functions", () => {
  assert.equal(
    sizes(`type Call = (name: string) => void;
interface Door {
  open(): void;
}
declare function fetch(url: string): void;
abstract class Base {
  abstract run(): void;
}
const table = {
  a: [
    1,
  ],
};
`),
    "",
  );
});

Deno.test("sizes: a reason stands above the function, or above what it is the value of", () => {
  const reasons = (source: string) => {
    const list = (sizes: readonly FunctionSize[]): (string | undefined)[] =>
      sizes.flatMap(({ reason, nested }) => [reason, ...list(nested)]);
    return list(functionsIn("source.ts", source));
  };
  assert.deepEqual(
    reasons(`// size: a table
/** Documents. */
export function declared() {
  // size: of a statement
  const inner = () => {};
  // Not a size: this.
  inner();
  return {
    // size: of a method
    method() {},
    other() {},
    // size: of a property
    property: () => {},
  };
}
/** Documents. */
// size: of the outer one
const curried = () => () => {};
`),
    [
      "a table",
      "of a statement",
      "of a method",
      undefined,
      "of a property",
      "of the outer one",
      undefined,
    ],
  );
});
