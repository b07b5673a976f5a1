/** Listings as tables that keep within a terminal. */
import { fit, widthOf } from "../../lib/columns.ts";
import { shown } from "./shown.ts";

type Item = Readonly<Record<string, unknown>>;

interface Column {
  header: string;
  cells: string[];
  align: "left" | "right";
  /** Columns that it takes, and that it needs at least. */
  width: number;
  least: number;
}

const GAP = "  ";
/** Least width of a text that is cut short. */
const LEAST_TEXT = 8;
/** A time of the API, up to the minute, in UTC. */
const UTC_TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):[\d.]+(?:Z|\+00:00)$/;

/**
 * Lays items out as a table. Where they are too wide, texts are cut short, the widest first, and
 * columns go from the right; the first column is what items are named by, and stays whole.
 *
 * @param names Fields of the items, the most wanted first.
 * @param room Columns of the terminal.
 */
export function table(items: readonly Item[], names: readonly string[], room: number): string {
  const columns = fitColumns(names.map((name, index) => columnOf(items, name, index === 0)), room);
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
  const least = isFirst || !isText ? width : Math.min(width, Math.max(LEAST_TEXT, name.length));
  const align = values.some((value) => typeof value === "number") ? "right" : "left";
  return { header: name, cells, align, width, least };
}

function cellOf(value: unknown): string {
  return typeof value === "string" && UTC_TIME.test(value)
    ? value.replace(UTC_TIME, "$1 $2Z")
    : shown(value);
}

/** Keeps the columns that there is room for, and makes them as wide as they can be. */
function fitColumns(columns: readonly Column[], room: number): Column[] {
  const count = columns.findLastIndex((_, last) =>
    last === 0 || totalOf(columns.slice(0, last + 1), ({ least }) => least) <= room
  );
  const kept = columns.slice(0, count + 1).map((column) => ({ ...column }));
  let excess = totalOf(kept, ({ width }) => width) - room;
  while (excess-- > 0) {
    const wide = kept.filter(({ width, least }) => width > least)
      .toSorted((a, b) => b.width - a.width);
    if (wide.length === 0) break;
    wide[0]!.width--;
  }
  return kept;
}

function totalOf(columns: readonly Column[], widthOf: (column: Column) => number): number {
  return columns.reduce((sum, column) => sum + widthOf(column), GAP.length * (columns.length - 1));
}
