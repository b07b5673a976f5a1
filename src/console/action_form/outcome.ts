/** Outcome of an action: the response of the JSON door, as the console shows it. */
import { Buffer } from "node:buffer";
import { type Fault, FAULTS } from "../../core/errors.ts";
import { decodeTransfer } from "../../mime/transfer.ts";
import type { ApiRefusal } from "../model/admin_api.ts";

export type Outcome =
  | { kind: "json"; status: number; body: Readonly<Record<string, unknown>> }
  | FileOutcome
  | { kind: "refused"; refusal: ApiRefusal };

interface FileOutcome {
  kind: "file";
  status: number;
  type: string;
  name: string;
  warnings: string[];
  bytes: Uint8Array;
}

/** Reads the response to an action. */
export async function outcomeOf(response: Response): Promise<Outcome> {
  const { headers, status } = response;
  const type = headers.get("content-type")!.split(";")[0]!;
  if (type === "application/json") return { kind: "json", status, body: await response.json() };
  const name = /filename=([\w.-]+)/.exec(headers.get("content-disposition") ?? "")?.[1] ?? "file";
  const warnings = headers.get("slidepost-warning")?.split(", ") ?? [];
  return { kind: "file", status, type, name, warnings, bytes: await response.bytes() };
}

/** Returns the meaning of an error, from the catalogue. Null: the catalogue does not have it. */
export function meaningOf({ code, status }: ApiRefusal): string | null {
  const faults: Fault[] = Object.values(FAULTS);
  return faults.find(({ json, http }) => json === code && http === status)?.text ?? null;
}

/** Returns a file as an address that needs no request. */
export function dataUrl({ type, bytes }: { type: string; bytes: Uint8Array }): string {
  return `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
}

/** Property of a vCard or iCalendar file. */
export interface Property {
  /** Name with the parameters that say what it is, such as `TEL;TYPE=WORK`. */
  name: string;
  value: string;
}

/** Length at which a value is cut: a photo has many thousands of characters. */
const VALUE_MAX = 500;

/** Properties that frame a file and say nothing about its content. */
const FRAME = new Set(["BEGIN", "END", "VERSION", "PRODID"]);

/** Reads the properties of a vCard (RFC 2426) or iCalendar file (RFC 5545). */
export function propertiesOf(text: string): Property[] {
  return text.replaceAll(/\r?\n[ \t]/g, "").split(/\r?\n/).filter((line) => line !== "")
    .map(propertyOf).filter(({ name }) => !FRAME.has(name));
}

function propertyOf(line: string): Property {
  // Parameters before the colon may have others in quotation marks.
  const [head = ""] = /^(?:[^":]|"[^"]*")*:/.exec(line) ?? [];
  const raw = line.slice(head.length);
  const value = unescaped(/;ENCODING=QUOTED-PRINTABLE/i.test(head) ? decoded(raw) : raw);
  return {
    name: head.slice(0, -1).replaceAll(/;(?:ENCODING|CHARSET)=[\w-]+/gi, ""),
    value: value.length > VALUE_MAX ? `${value.slice(0, VALUE_MAX)}…` : value,
  };
}

function decoded(value: string): string {
  const bytes = decodeTransfer("quoted-printable", new TextEncoder().encode(value));
  return bytes === null ? value : new TextDecoder().decode(bytes);
}

function unescaped(value: string): string {
  return value.replaceAll(/\\([nN,;\\])/g, (_, escaped) => /n/i.test(escaped) ? "\n" : escaped);
}
