/** Mobile operators as data (contract section 7). */
import type { OriginatorKind } from "../account/account.ts";

export interface Operator {
  id: string;
  name: string;
  country: string;
  mms: boolean;
  /**
   * Maximum message size on the wire, in bytes, by kind of originator; `other` for kinds not
   * listed.
   */
  maxBytes: { other: number } & Partial<Record<OriginatorKind, number>>;
  /** Whether its handsets show only GSM characters in subjects (3GPP TS 23.038). */
  gsmSubjects: boolean;
}

const KB = 1_000;
const MB = 1_000_000;

/** Message size limit of unknown operators, safe for every US operator and originator. */
export const DEFAULT_MAX_BYTES = 600 * KB;

/** Built-in operators (contract section 7). */
export const SHIPPED_OPERATORS: readonly Operator[] = [
  us("0001470", "AT&T", { "10dlc": 1 * MB, "short-code": 600 * KB }),
  us("0001890", "Verizon", { "10dlc": 1 * MB, "short-code": 1.2 * MB }),
  us("0001570", "T-Mobile", { "10dlc": 1.5 * MB, "short-code": 1 * MB }),
  us("0001840", "US Cellular", {}),
  us("0000010", "all US operators", {}),
  { ...us("0001000", "all Canadian operators", {}), country: "CA" },
];

/** Operators that the loopback carrier simulates, for recipients …0107 and …0108. */
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

/** Operator as an administrator has set it. */
export interface OperatorRecord extends Operator {
  changedAt: number;
}

/**
 * Source of an operator: built in, simulated by the loopback carrier, or set by an administrator.
 */
export type OperatorSource = "shipped" | "loopback" | "set";

const SHIPPED = new Map(SHIPPED_OPERATORS.map((operator) => [operator.id, operator]));
const LOOPBACK = new Map(LOOPBACK_OPERATORS.map((operator) => [operator.id, operator]));

export function isLoopbackOperator(id: string): boolean {
  return LOOPBACK.has(id);
}

/** Returns a built-in or loopback operator; null if there is none with this id. */
export function shippedOperator(id: string): Operator | null {
  return LOOPBACK.get(id) ?? SHIPPED.get(id) ?? null;
}

/**
 * Merges operators by id: those set by an administrator override built-in ones, but not the
 * loopback carrier's.
 */
export function overlay(configured: readonly Operator[]): Map<string, Operator> {
  return new Map([
    ...SHIPPED,
    ...configured.map((operator) => [operator.id, operator] as const),
    ...LOOPBACK,
  ]);
}

/** Returns whether any operator of real numbers accepts no MMS. */
export function anyWithoutMms(operators: ReadonlyMap<string, Operator>): boolean {
  return operators.values().some(({ id, mms }) => !mms && !isLoopbackOperator(id));
}

/**
 * Returns the maximum message size, in bytes on the wire, that an operator accepts from a kind of
 * originator.
 */
export function maxBytesFor(operator: Operator | null, kind: OriginatorKind): number {
  if (operator === null) return DEFAULT_MAX_BYTES;
  return operator.maxBytes[kind] ?? operator.maxBytes.other;
}
