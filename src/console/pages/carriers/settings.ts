/** Settings of connectors, as their forms show them. */
import { adminOperation } from "../../../contract/admin.ts";
import type { Field } from "../../../contract/field.ts";
import type { Kind } from "../../../contract/operation.ts";
import type { ConnectorKind, HttpCarrierKind } from "../../../core/routing/connector.ts";
import { bodyFieldsOf } from "../../model/operation_body.ts";

export const KINDS: readonly Kind[] = adminOperation("createConnector").kinds;

/** Fields with a place of their own: the kind is chosen first, and disabling asks first. */
const ELSEWHERE = ["kind", "disabled"];

/** Fields that a carrier gives out, or that most connectors need, beyond required ones and secrets. */
const FIRST = [
  "port",
  "tls",
  "username",
  "relay-username",
  "method",
  "body-type",
  "body",
  "id-path",
  "messaging-profile-id",
  "rate",
];

/** Secrets that few connectors need. */
const RARE = ["tls-key", "api-key-secret"];

export interface SettingFields {
  /** Fields that most connectors of the kind need. */
  readonly first: readonly Field[];
  /** Fields whose defaults are right for most. */
  readonly more: readonly Field[];
}

/** Returns the fields of a new connector of a kind. */
export function newFieldsOf(kind: string): SettingFields {
  return divided(ofKind(bodyFieldsOf("createConnector"), kind), kind);
}

/** Returns the fields that can be changed in a connector of a kind. */
export function changeFieldsOf(kind: string): SettingFields {
  return divided(ofKind(bodyFieldsOf("changeConnector"), kind), kind);
}

/** Lists all fields, as a form sends them. */
export function allOf({ first, more }: SettingFields): readonly Field[] {
  return [...first, ...more];
}

function ofKind(fields: readonly Field[], kind: string): Field[] {
  return fields.filter((field) =>
    (field.kind === undefined || field.kind === kind) && !ELSEWHERE.includes(field.name)
  );
}

/** Divides the fields by what a creation needs, for both forms alike. */
function divided(fields: readonly Field[], kind: string): SettingFields {
  const required = new Set(
    ofKind(bodyFieldsOf("createConnector"), kind).filter((field) => field.required)
      .map(({ name }) => name),
  );
  const isFirst = ({ name, secret }: Field) =>
    required.has(name) || FIRST.includes(name) || secret === true && !RARE.includes(name);
  return {
    first: fields.filter(isFirst),
    more: fields.filter((field) => !isFirst(field)),
  };
}

/** Kinds whose protocol has no requests to preview: those of no hosted API. */
const WITHOUT_PREVIEW: Readonly<Record<Exclude<ConnectorKind, HttpCarrierKind>, true>> = {
  mmsc_mm7: true,
  smsc_smpp: true,
};

/** Tells whether the requests of a kind can be previewed. */
export function hasPreview(kind: string): boolean {
  return !(kind in WITHOUT_PREVIEW);
}

/** Sections of the manual about kinds without a page of their name. */
const SECTIONS: Readonly<Record<string, string>> = {
  mmsc_mm7: "carriers#connect-to-an-mmsc",
  smsc_smpp: "carriers#connect-to-an-smsc",
};

/** Returns the address of the manual about a kind. */
export function manualOf(kind: string): string {
  return `/docs/${SECTIONS[kind] ?? kind}`;
}
