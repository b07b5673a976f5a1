/**
 * Settings of connectors. Their fields are declared in openapi.yaml; code and stored rows have them
 * in camel case, with the exceptions below.
 */
import type { AdminResponses, NewConnector } from "../../generated/admin.ts";
import type { RouteKind } from "./routing.ts";

/** Kind of carrier, such as `smsc_smpp`. */
export type ConnectorKind = NewConnector["kind"];

/** Connector of a kind as the admin API shows it, without its secrets. */
export type ConnectorView<K extends ConnectorKind = ConnectorKind> = Extract<
  AdminResponses["readConnector"],
  { kind: K }
>;

/** Settings of a kind in the wire's spelling. */
export type WireSettings<K extends ConnectorKind> = K extends ConnectorKind
  ? Omit<Extract<NewConnector, { kind: K }>, "name" | "kind">
  : never;

/** Setting whose value in code differs from the wire's. */
interface Form<Wire, Code> {
  read(value: Wire): Code;
  show(value: Code): Wire;
}

type SmscWire = WireSettings<"smsc_smpp">;

/** Alphabets that an SMSC accepts besides UCS-2; data_coding 0 may mean either. */
type Alphabets = readonly ("gsm" | "latin1")[];

/** Alphabets by their name on the wire: a command line has no lists. */
const ALPHABETS: Record<SmscWire["alphabets"], Alphabets> = {
  "none": [],
  "gsm": ["gsm"],
  "latin1": ["latin1"],
  "gsm-latin1": ["gsm", "latin1"],
};

const host: Form<string, string> = {
  read: (name) => name.toLowerCase(),
  show: (name) => name,
};
const password: Form<SmscWire["password"], string> = {
  read: (word) => word ?? "",
  show: (word) => word || null,
};
const alphabets: Form<SmscWire["alphabets"], Alphabets> = {
  read: (word) => ALPHABETS[word],
  show: (list) =>
    (Object.keys(ALPHABETS) as SmscWire["alphabets"][])
      .find((word) => `${ALPHABETS[word]}` === `${list}`) ?? "none",
};

/**
 * Settings that are not simply in camel case: `names` that differ, and `forms` of values that differ.
 * Kinds without a row have those of {@link COMMON}.
 */
const COMMON = { names: { "timeout": "timeoutSeconds" }, forms: {} } as const;

const EXCEPTIONS = {
  mmsc_mm7: { names: { ...COMMON.names, "mm7-version": "version" }, forms: {} },
  smsc_smpp: {
    names: { ...COMMON.names, "enquire-link": "enquireLinkSeconds" },
    forms: { host, password, alphabets },
  },
} as const;

type Exceptions<K, Part extends "names" | "forms"> = K extends keyof typeof EXCEPTIONS
  ? typeof EXCEPTIONS[K][Part]
  : typeof COMMON[Part];

type CamelCase<W> = W extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : W;

/** Name of a setting in code, by its name on the wire. */
type CodeName<K, W> = W extends keyof Exceptions<K, "names"> ? Exceptions<K, "names">[W]
  : CamelCase<W>;

type CodeValue<K, W, V> = W extends keyof Exceptions<K, "forms">
  ? Exceptions<K, "forms">[W] extends Form<V, infer Code> ? Code : never
  : V;

type CodeSettings<K extends ConnectorKind> = {
  [W in keyof WireSettings<K> as CodeName<K, W> & string]: CodeValue<K, W, WireSettings<K>[W]>;
};

/** Settings of a kind in code, as they are stored. */
export type SettingsOf<K extends ConnectorKind> = K extends ConnectorKind
  ? { kind: K } & CodeSettings<K>
  : never;

/**
 * MMSC that we submit to over MM7, and that sends reports and inbound messages to
 * `/mm7/relay/{connector}`.
 */
export type MmscMm7Settings = SettingsOf<"mmsc_mm7">;

/** SMSC that we bind to over SMPP. */
export type SmscSmppSettings = SettingsOf<"smsc_smpp">;

/** Kinds that are reached over a hosted API: those without a protocol of their own. */
export type HttpCarrierKind = Exclude<ConnectorKind, "mmsc_mm7" | "smsc_smpp">;

/** Settings that all kinds over a hosted API share. */
export type HttpCarrierSettings = Pick<
  SettingsOf<HttpCarrierKind>,
  "window" | "rate" | "burst" | "timeoutSeconds" | "unconfirmed" | "missingReport"
>;

/** Kinds whose protocol takes one form of message only. */
const SOLE_FORMS: Readonly<Record<string, RouteKind>> = { mmsc_mm7: "mms", smsc_smpp: "sms" };

/** Lists the forms of messages that the protocol of a kind takes, the one of a test first. */
export function formsOf(kind: ConnectorKind): readonly RouteKind[] {
  const sole = SOLE_FORMS[kind];
  return sole === undefined ? ["sms", "mms"] : [sole];
}

/** Settings of any kind of connector, discriminated by `kind`. */
export type ConnectorSettings = SettingsOf<ConnectorKind>;

/**
 * Handling of a submission whose response never arrived: it is submitted again, at the risk of
 * arriving twice; or its report is awaited, at the risk that none comes.
 */
export type Unconfirmed = SmscSmppSettings["unconfirmed"];

/**
 * End of a message that a carrier accepted and never reports on: without a postback, because many
 * carriers report only some messages; or as expired, if the carrier reports on all.
 */
export type MissingReport = SmscSmppSettings["missingReport"];

/** Names in code of the settings that views replace by `…-set`. */
export type SecretName<K extends ConnectorKind> = K extends ConnectorKind ? {
    [W in keyof WireSettings<K>]: `${W & string}-set` extends keyof ConnectorView<K>
      ? CodeName<K, W>
      : never;
  }[keyof WireSettings<K>]
  : never;

export interface ConnectorRecord<S extends ConnectorSettings = ConnectorSettings> {
  name: string;
  settings: S;
  createdAt: number;
  changedAt: number;
}

/** Returns a setting's name on the wire, by its name in code. */
export function wireName(kind: ConnectorKind, codeName: string): string {
  const exception = Object.entries(exceptionsOf(kind).names).find(([, name]) => name === codeName);
  return exception?.[0] ?? codeName.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Converts settings from the wire's spelling. */
export function settingsOf<K extends ConnectorKind>(
  kind: K,
  fields: WireSettings<K>,
): SettingsOf<K> {
  const { names, forms } = exceptionsOf(kind);
  const entries = Object.entries(fields).map(([name, value]) => [
    names[name] ?? camelCase(name),
    name in forms ? forms[name]!.read(value) : value,
  ]);
  // The entries are those of the type by construction, which TypeScript cannot follow.
  return { kind, ...Object.fromEntries(entries) } as SettingsOf<K>;
}

/** Converts settings to the wire's spelling. */
export function wireSettings(settings: ConnectorSettings): WireSettings<ConnectorKind> {
  const { kind, ...fields } = settings;
  const { forms } = exceptionsOf(kind);
  const entries = Object.entries(fields).map(([codeName, value]) => {
    const name = wireName(kind, codeName);
    return [name, name in forms ? forms[name]!.show(value) : value];
  });
  return Object.fromEntries(entries) as WireSettings<ConnectorKind>;
}

/** Replaces settings by those of a change in the wire's spelling. */
export function changeSettings<S extends ConnectorSettings>(
  settings: S,
  change: Partial<WireSettings<ConnectorKind>>,
): S {
  const fields = { ...wireSettings(settings), ...change } as WireSettings<ConnectorKind>;
  return settingsOf(settings.kind, fields) as S;
}

function camelCase(name: string): string {
  return name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

interface KindExceptions {
  names: Readonly<Record<string, string>>;
  forms: Readonly<Record<string, Form<unknown, unknown>>>;
}

function exceptionsOf(kind: string): KindExceptions {
  const exceptions: Readonly<Record<string, KindExceptions>> = EXCEPTIONS;
  return exceptions[kind] ?? COMMON;
}
