/** Settings of several lines, and the errors of settings. */
import { Refusal } from "../../core/errors.ts";

/** Fault of a setting: its name, the line where it has several, and what is wrong. */
export function settingFault(setting: string, fault: string, line: number | null = null): Refusal {
  return new Refusal(
    "invalidRequest",
    `${setting}${line === null ? "" : `, line ${line}`}: ${fault}`,
  );
}

/** Line of a setting that is a table. */
export interface Entry {
  /** Number of the line, counted from 1. */
  readonly line: number;
  readonly name: string;
  readonly value: string;
}

/**
 * Reads lines such as `name=value`; empty lines do not count.
 *
 * @throws {Refusal} E100 for a line without name or separator.
 */
export function entriesOf(setting: string, text: string, separator: "=" | ":"): Entry[] {
  return linesOf(text).map(({ line, text }) => {
    const at = text.indexOf(separator);
    const name = text.slice(0, Math.max(at, 0)).trim();
    if (name === "") {
      const form = separator === "=" ? "name=value" : "Name: value";
      throw settingFault(setting, `"${text.trim()}" is not of the form ${form}`, line);
    }
    return { line, name, value: text.slice(at + 1).trim() };
  });
}

/** Splits a setting into its lines that are not empty. */
export function linesOf(text: string): { line: number; text: string }[] {
  return text.split(/\r?\n/).map((text, index) => ({ line: index + 1, text }))
    .filter(({ text }) => text.trim() !== "");
}
