/** Formats values of the admin API for people; control characters in others' texts are escaped. */
import { visible, visibleJson } from "../../core/visible.ts";

/** Formats a value of any type in one line; a dash stands for none. */
export function formatValue(value: unknown): string {
  if (typeof value === "object" && value !== null) return visibleJson(JSON.stringify(value));
  return visible(String(value ?? "–"));
}

/** Formats a value as indented JSON, for programs and for people who page through it. */
export function formatJson(value: unknown): string {
  return JSON.stringify(value, null, 2).split("\n").map(visibleJson).join("\n");
}

type Fields = Record<string, unknown>;

/**
 * Formats a record as `field  value` lines. Lists of records, and records with such lists, follow
 * their name, indented; the items of a list are separated by empty lines.
 */
export function formatRecord(record: Fields, indent = ""): string {
  const entries = Object.entries(record).map(([name, value]) => [visible(name), value] as const);
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, value]) => {
    const nested = isRecords(value) ? value : hasRecords(value) ? [value] : null;
    if (nested !== null) {
      const items = nested.map((item) => formatRecord(item, `${indent}    `)).join("\n\n");
      return `${indent}${name}\n${items}`;
    }
    return `${indent}${name.padEnd(width)}  ${formatValue(value)}`;
  }).join("\n");
}

function isRecords(value: unknown): value is Fields[] {
  return Array.isArray(value) && value.some((item) => typeof item === "object");
}

function hasRecords(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    Object.values(value).some(isRecords);
}
