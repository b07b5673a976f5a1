/** Operators, routes and operator lookup. */
import type { OperatorRecord } from "../core/routing/operators.ts";
import type { NewRoute, RouteRecord, RoutingTable } from "../core/routing/routing.ts";
import type { Page, PageRequest } from "./page.ts";

export interface OperatorStore {
  /** Ordered by id. */
  list(): Promise<OperatorRecord[]>;
  /** Adds an operator, or replaces the one with its id. */
  set(operator: OperatorRecord): Promise<void>;
  remove(id: string): Promise<boolean>;
}

export interface RouteStore {
  /** In the order in which they were added. */
  list(): Promise<RouteRecord[]>;
  /** @throws {AlreadyExists} if a route has the same scope. */
  add(route: NewRoute, at: number): Promise<RouteRecord>;
  change(id: number, connectors: string[], at: number): Promise<RouteRecord | null>;
  remove(id: number): Promise<boolean>;
}

/** Operator of a number, according to a carrier or a lookup provider. */
export interface OperatorSeen {
  number: string;
  /** Null if the operator is unknown; then nothing is stored. */
  operatorId: string | null;
  at: number;
  /** Account whose message caused a lookup; null if a carrier named the operator. */
  account: string | null;
}

/** Number of operator lookups for an account on one day. */
export interface LookupCount {
  account: string;
  /** Day in UTC, `YYYY-MM-DD`. */
  day: string;
  lookups: number;
}

/** Filter; `from` and `to` are inclusive days, `YYYY-MM-DD`. */
export interface LookupCountFilter {
  account?: string;
  from?: string;
  to?: string;
}

export interface NumberOperatorStore {
  /**
   * Returns the last operator seen at or after a time, or null. Concurrent calls share one
   * statement.
   */
  of(number: string, since: number): Promise<string | null>;
  /**
   * Stores the operator unless a later one is stored, and counts the lookup. Concurrent calls share
   * one commit.
   */
  seen(sighting: OperatorSeen): Promise<void>;
  /** Latest day first, then by account. */
  counts(filter: LookupCountFilter, page: PageRequest): Promise<Page<LookupCount>>;
}

/** Operators and routes, cached for a few seconds. */
export interface RoutingDirectory {
  table(): Promise<RoutingTable<RouteRecord>>;
  /** Drops the cached table after a change on this machine. */
  invalidate(): void;
}

/** Lookup of a number's operator. */
export interface OperatorLookup {
  /**
   * Looks up the operator of a number; null if it is unknown.
   * @param account Account that the lookup is counted for.
   * @throws {LookupFailed}
   */
  operatorOf(number: string, account: string): Promise<string | null>;
  /**
   * Returns the operator of a number as far as it is known without a billable lookup: stored,
   * cached, or by its prefix; null if it is unknown.
   */
  knownOperatorOf(number: string, account: string): Promise<string | null>;
  /** Records an operator that a carrier named. */
  seen(sighting: Omit<OperatorSeen, "account">): Promise<void>;
}

/** The lookup provider gave no usable response. The error message is for administrators. */
export class LookupFailed extends Error {
  override readonly name = "LookupFailed";
  constructor(
    reason: string,
    /** Minimum wait before the next lookup, in milliseconds. */
    readonly retryAfterMs: number,
    options?: ErrorOptions,
  ) {
    super(reason, options);
  }
}
