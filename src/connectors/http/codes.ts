/** Tables of codes and statuses that the settings hold. */
import { FAULT_KINDS, type FaultKind, faultRow } from "../http_carrier/faults.ts";
import type { CodeRow, StatusMeaning, StatusRow } from "../http_carrier/provider.ts";
import { entriesOf, type Entry, settingFault } from "./setting.ts";

const KINDS = Object.keys(FAULT_KINDS) as FaultKind[];

/** @throws {Refusal} E100 */
export function readCodes(text: string | null): CodeRow[] {
  return rowsOf("codes", text, KINDS).map(({ name: code, value }) => {
    const kind = value as FaultKind;
    return { code, kind, when: faultRow(kind).description };
  });
}

/** @throws {Refusal} E100 */
export function readStatuses(text: string | null): StatusRow[] {
  return rowsOf("statuses", text, ["delivered", "noted", ...KINDS]).map(({ name, value }) => ({
    status: name,
    meaning: value as StatusMeaning,
    when: value === "delivered" || value === "noted"
      ? value
      : faultRow(value as FaultKind).description,
  }));
}

function rowsOf(setting: string, text: string | null, words: readonly string[]): Entry[] {
  const rows = entriesOf(setting, text ?? "", "=");
  const names = new Set<string>();
  for (const { line, name, value } of rows) {
    if (!words.includes(value)) {
      throw settingFault(setting, `"${value}" is none of ${words.join(", ")}`, line);
    }
    if (names.has(name)) throw settingFault(setting, `"${name}" is there twice`, line);
    names.add(name);
  }
  return rows;
}
