/** Measures the functions of a source file. */
import ts from "npm:typescript@5.9.3";

/** Function with a body: a declaration, an arrow, a method, an accessor or a constructor. */
export interface FunctionSize {
  /** Its name or that of what it is assigned or passed to; `anonymous` where there is none. */
  readonly name: string;
  /** Line on which it starts, from 1. */
  readonly line: number;
  /** Lines of its own: those that begin with a token of it that is in no nested function. */
  readonly own: number;
  /** Lines from its first to its last, nested functions included. */
  readonly span: number;
  /** Text of a comment `// size: …` above it. */
  readonly reason?: string;
  readonly nested: readonly FunctionSize[];
}

/**
 * Measures every function of a file, the outer ones first; nested ones are below their parent.
 *
 * Every line counts once, for the function that has its first token: the line that opens a nested
 * function is the parent's where it begins with words of the parent's, such as `items.map((item) => {`,
 * and else the nested function's, such as the name of a method. Lines of text in a template or in JSX
 * count; blank lines and comments do not, since there is no reason to save on them.
 */
export function functionsIn(file: string, text: string): readonly FunctionSize[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  return measure(source, source, new Set()).nested;
}

/**
 * Counts the lines that begin in a node, without those of nested functions.
 *
 * @param counted Lines that are counted already; further ones are added.
 */
function measure(
  node: ts.Node,
  source: ts.SourceFile,
  counted: Set<number>,
): Pick<FunctionSize, "own" | "nested"> {
  const nested: FunctionSize[] = [];
  let own = 0;
  const visit = (child: ts.Node): void => {
    if (isFunction(child)) {
      nested.push(sizeOf(child, source, counted));
    } else if (ts.isTokenKind(child.kind)) {
      const lines = linesOf(child, source).filter((line) => !counted.has(line));
      for (const line of lines) counted.add(line);
      own += lines.length;
    } else if (!ts.isJSDoc(child)) {
      // Unlike forEachChild, this gives punctuation, too.
      child.getChildren(source).forEach(visit);
    }
  };
  node.getChildren(source).forEach(visit);
  return { own, nested };
}

type FunctionNode = ts.SignatureDeclaration & { readonly body: ts.Node };

/** Tells functions from signatures of types, overloads and abstract methods. */
function isFunction(node: ts.Node): node is FunctionNode {
  return ts.isFunctionLike(node) && "body" in node && node.body !== undefined;
}

function sizeOf(
  node: FunctionNode,
  source: ts.SourceFile,
  counted: Set<number>,
): FunctionSize {
  const first = lineAt(source, node.getStart(source));
  return {
    name: nameOf(node, source),
    line: first,
    span: lineAt(source, node.end) - first + 1,
    reason: reasonOf(node, source),
    ...measure(node, source, counted),
  };
}

/** Lists the lines on which a token has text. */
function linesOf(token: ts.Node, source: ts.SourceFile): number[] {
  const start = token.getStart(source);
  const first = lineAt(source, start);
  return source.text.slice(start, token.end).split("\n")
    .flatMap((text, index) => text.trim() === "" ? [] : [first + index]);
}

function lineAt(source: ts.SourceFile, position: number): number {
  return source.getLineAndCharacterOfPosition(position).line + 1;
}

/** Names a function by itself, by what it is the value of, or by the function that it is passed to. */
function nameOf(node: FunctionNode, source: ts.SourceFile): string {
  if (ts.isConstructorDeclaration(node)) return "constructor";
  const { parent } = node;
  const { name } = node.name ? node : parent as ts.NamedDeclaration;
  if (name) return name.getText(source);
  if (!ts.isCallExpression(parent)) return "anonymous";
  const { expression: callee } = parent;
  return `argument of ${
    (ts.isPropertyAccessExpression(callee) ? callee.name : callee).getText(source)
  }`;
}

/** Finds the reason above a function, or above the statement or property that it is the value of. */
function reasonOf(node: FunctionNode, source: ts.SourceFile): string | undefined {
  for (let above: ts.Node = node; above === node || !isScope(above); above = above.parent) {
    for (const { pos, end } of ts.getLeadingCommentRanges(source.text, above.pos) ?? []) {
      const reason = source.text.slice(pos, end).match(/^\/\/ size: (.+)/)?.[1];
      if (reason) return reason;
    }
  }
}

/** Reports whether a comment above a node speaks of more than the function sought. */
function isScope(node: ts.Node): boolean {
  return ts.isSourceFile(node) || ts.isBlock(node) || ts.isClassLike(node) ||
    ts.isObjectLiteralExpression(node) || isFunction(node);
}
