/** Finds spreads of literals, which only put several entries of a list on one line. */
import ts from "npm:typescript@5.9.3";

/** Lists the lines, from 1, on which an object or array literal is spread. */
export function literalSpreadsIn(file: string, text: string): number[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lines: number[] = [];
  const visit = (node: ts.Node): void => {
    if ((ts.isSpreadElement(node) || ts.isSpreadAssignment(node)) && isLiteral(node.expression)) {
      lines.push(source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return lines;
}

/** Tells whether a value is a literal, in parentheses and with a type or without. */
function isLiteral(value: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(value) || ts.isAsExpression(value)) {
    return isLiteral(value.expression);
  }
  if (ts.isSatisfiesExpression(value)) return isLiteral(value.expression);
  return ts.isArrayLiteralExpression(value) || ts.isObjectLiteralExpression(value);
}
