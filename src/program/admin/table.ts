/** Tables of listings that fit a terminal. */
import { fit, widthOf } from "../../lib/columns.ts";
import { formatValue } from "./format.ts";

type Item = Readonly<Record<string, unknown>>;

interface Column {
  header: string;
  cells: string[];
  align: "left" | "right";
  /** Width, and minimum width, in columns of the terminal. */
  width: number;
  minWidth: number;
}

const GAP = "  ";
/** Minimum width of a truncated text. */
const MIN_TEXT_WIDTH = 8;
/** Timestamp of the API in UTC, of which tables show the part up to the minute. */
const UTC_TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):[\d.]+(?:Z|\+00:00)$/;

/**
 * Lays out items as a table. Where it is too wide, the widest texts are truncated first, then
 * columns are dropped from the right; the first column identifies the items and stays whole.
 *
 * @param names Fields of the items, the most important first.
 * @param maxWidth Width of the terminal, in columns.
 */
export function table(items: readonly Item[], names: readonly string[], maxWidth: number): string {
  const columns = fitColumns(
    names.map((name, index) => columnOf(items, name, index === 0)),
    maxWidth,
  );
  const line = (cellOf: (column: Column) => string) =>
    columns.map((column) => fit(cellOf(column), column.width, column.align)).join(GAP).trimEnd();
  const rows = items.map((_, index) => line(({ cells }) => cells[index]!));
  return [line(({ header }) => header), ...rows].join("\n");
}

function columnOf(items: readonly Item[], name: string, isFirst: boolean): Column {
  const values = items.map((item) => item[name]);
  const cells = values.map(cellOf);
  const width = Math.max(...[name, ...cells].map(widthOf));
  const isText = values.some((value) => typeof value === "string" && !UTC_TIME.test(value));
  const minWidth = isFirst || !isText
    ? width
    : Math.min(width, Math.max(MIN_TEXT_WIDTH, name.length));
  const align = values.some((value) => typeof value === "number") ? "right" : "left";
  return { header: name, cells, align, width, minWidth };
}

function cellOf(value: unknown): string {
  return typeof value === "string" && UTC_TIME.test(value)
    ? value.replace(UTC_TIME, "$1 $2Z")
    : formatValue(value);
}

/** Drops columns that do not fit, and narrows the others as little as needed. */
function fitColumns(columns: readonly Column[], maxWidth: number): Column[] {
  const count = columns.findLastIndex((_, last) =>
    last === 0 || totalOf(columns.slice(0, last + 1), ({ minWidth }) => minWidth) <= maxWidth
  );
  const fitting = columns.slice(0, count + 1).map((column) => ({ ...column }));
  let excess = totalOf(fitting, ({ width }) => width) - maxWidth;
  while (excess-- > 0) {
    const shrinkable = fitting.filter(({ width, minWidth }) => width > minWidth)
      .toSorted((a, b) => b.width - a.width);
    if (shrinkable.length === 0) break;
    shrinkable[0]!.width--;
  }
  return fitting;
}

function totalOf(columns: readonly Column[], widthOf: (column: Column) => number): number {
  return columns.reduce((sum, column) => sum + widthOf(column), GAP.length * (columns.length - 1));
}
