/** Mobile operators as data (contract section 7). */
import type { OriginatorKind } from "../account/account.ts";

export interface Operator {
  id: string;
  name: string;
  country: string;
  mms: boolean;
  /** Largest message on the wire, bytes, by the originator's kind; `other` for those not named. */
  maxBytes: { other: number } & Partial<Record<OriginatorKind, number>>;
  /** Subjects reach its handsets in the characters of GSM only (3GPP TS 23.038). */
  gsmSubjects: boolean;
}

const KB = 1_000;
const MB = 1_000_000;

/** Safe for every US operator and originator: what an unknown operator is taken for. */
export const DEFAULT_MAX_BYTES = 600 * KB;

export const SHIPPED_OPERATORS: readonly Operator[] = [
  us("0001470", "AT&T", { "10dlc": 1 * MB, "short-code": 600 * KB }),
  us("0001890", "Verizon", { "10dlc": 1 * MB, "short-code": 1.2 * MB }),
  us("0001570", "T-Mobile", { "10dlc": 1.5 * MB, "short-code": 1 * MB }),
  us("0001840", "US Cellular", {}),
  us("0000010", "all US operators", {}),
  { ...us("0001000", "all Canadian operators", {}), country: "CA" },
];

/** What the loopback carrier plays: recipients …0107 and …0108. */
export const LOOPBACK_OPERATORS: readonly Operator[] = [
  { ...us("9990107", "Loopback without MMS", {}), mms: false },
  {
    ...us("9990108", "Loopback 300 KB", {}),
    maxBytes: { other: 300 * KB },
    gsmSubjects: true,
  },
];

function us(id: string, name: string, maxBytes: Partial<Operator["maxBytes"]>): Operator {
  const limits = { other: DEFAULT_MAX_BYTES, "toll-free": 600 * KB, ...maxBytes };
  return { id, name, country: "US", mms: true, maxBytes: limits, gsmSubjects: false };
}

/** An operator as somebody has set it. */
export interface OperatorRecord extends Operator {
  changedAt: number;
}

/** Where an operator comes from: it is shipped or loopback's, or somebody has set it. */
export type OperatorSource = "shipped" | "loopback" | "set";

const SHIPPED = new Map(SHIPPED_OPERATORS.map((one) => [one.id, one]));
const LOOPBACK = new Map(LOOPBACK_OPERATORS.map((one) => [one.id, one]));

export function isLoopbackOperator(id: string): boolean {
  return LOOPBACK.has(id);
}

/** What holds without anybody's doing; null: there is no such operator then. */
export function shippedOperator(id: string): Operator | null {
  return LOOPBACK.get(id) ?? SHIPPED.get(id) ?? null;
}

/** The operators there are, by id: what was set goes over what is shipped, but not over loopback's. */
export function overlay(set: readonly Operator[]): Map<string, Operator> {
  return new Map([...SHIPPED, ...set.map((one) => [one.id, one] as const), ...LOOPBACK]);
}

/** Whether some operator of real numbers takes no MMS. */
export function someWithoutMms(operators: ReadonlyMap<string, Operator>): boolean {
  return operators.values().some(({ id, mms }) => !mms && !isLoopbackOperator(id));
}

/** The largest message, in bytes on the wire, that an operator takes from a kind of originator. */
export function maxBytesFor(operator: Operator | null, kind: OriginatorKind): number {
  if (operator === null) return DEFAULT_MAX_BYTES;
  return operator.maxBytes[kind] ?? operator.maxBytes.other;
}
