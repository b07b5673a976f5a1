/** Values of the admin API as people read them; texts of strangers have no control characters. */
import { visible, visibleJson } from "../../core/visible.ts";

/** Shows a value of any kind in one line; a dash where there is none. */
export function shown(value: unknown): string {
  if (typeof value === "object" && value !== null) return visibleJson(JSON.stringify(value));
  return visible(String(value ?? "–"));
}

/** Shows a record as `field  value` lines; the items of a list in it with an empty line between. */
export function recordLines(record: Record<string, unknown>, indent = ""): string {
  const named = Object.entries(record).map(([name, value]) => [visible(name), value] as const);
  const width = Math.max(...named.map(([name]) => name.length));
  return named.map(([name, value]) => {
    if (Array.isArray(value) && value.some((item) => typeof item === "object")) {
      const items = value.map((item) => recordLines(item, `${indent}    `)).join("\n\n");
      return `${indent}${name}\n${items}`;
    }
    return `${indent}${name.padEnd(width)}  ${shown(value)}`;
  }).join("\n");
}
