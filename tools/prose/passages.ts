/** Finds the sentences and names that readers of a file meet. */
import ts from "npm:typescript@5.9.3";
import { isMap, isPair, isScalar, type Pair, parseDocument, visit } from "npm:yaml@2.9.1";

/** Sentences about a part of a file, with their position in it. */
export interface Passage {
  readonly kind: "doc comment" | "description" | "summary" | "operation's summary";
  readonly at: number;
  /** Text as written, with its quotes, stars and line breaks. */
  readonly text: string;
}

/** Declared name, with its position in the file. */
export interface Name {
  readonly at: number;
  readonly name: string;
}

export interface Reading {
  readonly passages: readonly Passage[];
  readonly names: readonly Name[];
}

/** Readers by file extension. */
const READERS: Readonly<Record<string, (text: string) => Reading>> = {
  ts: readTypeScript,
  tsx: readTypeScript,
  xsd: (text) => ({ passages: documentationIn(text), names: [] }),
  yaml: (text) => ({ passages: descriptionsIn(text), names: [] }),
};

function extensionOf(file: string): string {
  return file.slice(file.lastIndexOf(".") + 1);
}

export function isReadable(file: string): boolean {
  return Object.hasOwn(READERS, extensionOf(file));
}

/** Reads a file by its extension. */
export function read(file: string, text: string): Reading {
  return READERS[extensionOf(file)]!(text);
}

function readTypeScript(text: string): Reading {
  const source = ts.createSourceFile("source.ts", text, ts.ScriptTarget.Latest, true);
  // White space tells a doc comment from the glob of a path.
  const comments = captured(text, /\/\*\*(\s.*?)\*\//gs, "doc comment");
  return {
    passages: comments.filter(({ at }) => !isInString(source, at)),
    names: namesIn(source),
  };
}

/** Reports whether a position is in a string, such as the sources in tests of this tool. */
function isInString(node: ts.Node, at: number): boolean {
  if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) return true;
  return ts.forEachChild(
    node,
    (child) => child.getStart() <= at && at < child.end && isInString(child, at),
  ) ?? false;
}

function documentationIn(text: string): Passage[] {
  return captured(text, /<xs:documentation>(.*?)<\/xs:documentation>/gs, "description");
}

/** Finds the passages that the first group of a pattern captures. */
function captured(text: string, pattern: RegExp, kind: Passage["kind"]): Passage[] {
  return [...text.matchAll(pattern)].map(({ index, 0: whole, 1: inner = "" }) => ({
    kind,
    at: index + whole.indexOf(inner),
    text: inner,
  }));
}

/** Finds the descriptions and summaries of an OpenAPI document, outside of example values. */
function descriptionsIn(text: string): Passage[] {
  const passages: Passage[] = [];
  visit(parseDocument(text), {
    Pair(_, pair, ancestors) {
      const key = keyOf(pair);
      const example = ancestors.filter((node) => isPair(node)).at(-2);
      if (key === "example" || key === "value" && example && keyOf(example) === "examples") {
        return visit.SKIP;
      }
      if (key !== "description" && key !== "summary") return;
      if (!isScalar(pair.value) || !pair.value.range) return;
      const [start, end] = pair.value.range;
      const parent = ancestors.at(-1);
      const isOperation = key === "summary" && isMap(parent) && parent.has("operationId");
      passages.push({
        kind: isOperation ? "operation's summary" : key,
        at: start,
        text: text.slice(start, end),
      });
    },
  });
  return passages;
}

function keyOf({ key }: Pair): unknown {
  return isScalar(key) ? key.value : undefined;
}

/** Finds every name that a file declares. */
function namesIn(source: ts.SourceFile): Name[] {
  const names: Name[] = [];
  const visitNode = (node: ts.Node): void => {
    const { name } = node as ts.NamedDeclaration;
    if (name !== undefined && ts.isMemberName(name) && isDeclaration(node)) {
      names.push({ at: name.getStart(source), name: name.text });
    }
    ts.forEachChild(node, visitNode);
  };
  visitNode(source);
  return names;
}

/** Tells declarations from names that other code defines, such as keys of an object literal. */
function isDeclaration(node: ts.Node): boolean {
  return ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node) || ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) || ts.isPropertySignature(node) ||
    ts.isMethodSignature(node) || ts.isClassDeclaration(node) || ts.isClassLike(node.parent);
}
