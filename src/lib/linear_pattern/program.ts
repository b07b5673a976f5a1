/** Program of an expression (Thompson's construction). */
import { type Bounds, type Node, PatternError, type UnitTest } from "./syntax.ts";

export type Instruction =
  | { readonly do: "unit"; readonly test: UnitTest }
  | { readonly do: "start" | "end" | "match" }
  /** Begins or ends the capturing group. */
  | { readonly do: "open" | "close" }
  /** Continues at all of these places, the preferred one first. */
  | { readonly do: "fork"; readonly to: number[] };

export type Program = readonly Instruction[];

/** Maximum length of a program, which repetitions multiply. */
const LENGTH_MAX = 1000;

/** @throws {PatternError} */
export function compile(tree: Node): Program {
  const program: Instruction[] = [];

  function add<I extends Instruction>(instruction: I): I {
    if (program.length === LENGTH_MAX) throw new PatternError("is too complex");
    program.push(instruction);
    return instruction;
  }

  function fork(...to: number[]): number[] {
    return add({ do: "fork", to }).to;
  }

  function write(node: Node): void {
    switch (node.is) {
      case "unit":
        return void add({ do: "unit", test: node.test });
      case "start":
      case "end":
        return void add({ do: node.is });
      case "sequence":
        return node.nodes.forEach(write);
      case "choice":
        return writeChoice(node.nodes);
      case "capture":
        add({ do: "open" });
        write(node.node);
        return void add({ do: "close" });
      case "repetition":
        return writeRepetition(node.node, node.bounds);
    }
  }

  function writeChoice(nodes: readonly Node[]): void {
    const starts = fork();
    const ends = nodes.map((node) => {
      starts.push(program.length);
      write(node);
      return fork();
    });
    for (const end of ends) end.push(program.length);
  }

  function writeRepetition(node: Node, { least, most, isLazy }: Bounds): void {
    /** Sets the places of a fork: another repetition, or none. */
    const set = (to: number[], again: number, after: number) =>
      to.push(...isLazy ? [after, again] : [again, after]);
    for (let count = 0; count < least; count++) write(node);
    if (most === Infinity) {
      const start = program.length;
      const again = fork();
      write(node);
      fork(start);
      return void set(again, start + 1, program.length);
    }
    const optional: [to: number[], again: number][] = [];
    for (let count = least; count < most; count++) {
      optional.push([fork(), program.length]);
      write(node);
    }
    for (const [to, again] of optional) set(to, again, program.length);
  }

  write(tree);
  add({ do: "match" });
  return program;
}
