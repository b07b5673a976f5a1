/** Syntax tree of an expression. */

/** Expression that is malformed, or beyond the subset. The message follows its name. */
export class PatternError extends Error {
  override readonly name = "PatternError";
}

/** Test of one UTF-16 code unit. */
export type UnitTest = (unit: number) => boolean;

export type Node =
  | { readonly is: "unit"; readonly test: UnitTest }
  | { readonly is: "start" | "end" }
  | { readonly is: "sequence" | "choice"; readonly nodes: readonly Node[] }
  | { readonly is: "capture"; readonly node: Node }
  | { readonly is: "repetition"; readonly node: Node; readonly bounds: Bounds };

export interface Bounds {
  readonly least: number;
  /** Infinity: unlimited. */
  readonly most: number;
  readonly isLazy: boolean;
}

/** Tells whether a node matches the empty text. */
export function mayBeEmpty(node: Node): boolean {
  switch (node.is) {
    case "unit":
      return false;
    case "start":
    case "end":
      return true;
    case "sequence":
      return node.nodes.every(mayBeEmpty);
    case "choice":
      return node.nodes.some(mayBeEmpty);
    case "capture":
      return mayBeEmpty(node.node);
    case "repetition":
      return node.bounds.least === 0 || mayBeEmpty(node.node);
  }
}

/** Tells whether a node has a capturing group. */
export function captures(node: Node): boolean {
  switch (node.is) {
    case "unit":
    case "start":
    case "end":
      return false;
    case "sequence":
    case "choice":
      return node.nodes.some(captures);
    case "capture":
      return true;
    case "repetition":
      return captures(node.node);
  }
}
