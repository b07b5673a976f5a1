/** Ways to carriers: operators and routes as they were set, and who serves which number. */
import type { OperatorRecord } from "../core/routing/operators.ts";
import type { NewRoute, RouteRecord, RoutingTable } from "../core/routing/routing.ts";
import type { Page, PageRequest } from "./store.ts";

export interface OperatorStore {
  /** By id. */
  list(): Promise<OperatorRecord[]>;
  /** Adds it, or puts it in place of the one of its id. */
  set(operator: OperatorRecord): Promise<void>;
  remove(id: string): Promise<boolean>;
}

export interface RouteStore {
  /** In the order that they were added. */
  list(): Promise<RouteRecord[]>;
  /** Throws AlreadyThere: there is one for the same. */
  add(route: NewRoute, at: number): Promise<RouteRecord>;
  change(id: number, connectors: string[], at: number): Promise<RouteRecord | null>;
  remove(id: number): Promise<boolean>;
}

/** Who serves a number, in the words of a carrier or a provider. */
export interface OperatorSeen {
  number: string;
  /** Null: nobody that is known; nothing is memoize. */
  operatorId: string | null;
  at: number;
  /** For whom a provider was asked; null: nobody was. */
  account: string | null;
}

/** How often a provider answered for an account. */
export interface LookupCount {
  account: string;
  /** `YYYY-MM-DD`, of UTC. */
  day: string;
  lookups: number;
}

/** Days included. */
export interface LookupCountFilter {
  account?: string;
  from?: string;
  to?: string;
}

export interface NumberOperatorStore {
  /** The last operator that was named at or after a time; null: none. Shares a statement. */
  of(number: string, since: number): Promise<string | null>;
  /** Remembers it unless something later is known, and counts it, in one shared commit. */
  seen(one: OperatorSeen): Promise<void>;
  /** The last day first, then by account. */
  counts(filter: LookupCountFilter, page: PageRequest): Promise<Page<LookupCount>>;
}

/** Operators and routes as doors and jobs see them: kept in memory for a few seconds. */
export interface RoutingDirectory {
  table(): Promise<RoutingTable>;
  /** After a change on this machine. */
  forget(): void;
}

/** Who serves a number. */
export interface OperatorLookup {
  /**
   * Null: not known. Rejects with LookupFailed when it cannot be had now.
   * @param account For whom it is asked.
   */
  operatorOf(number: string, account: string): Promise<string | null>;
  /** What a carrier has said of a number. */
  seen(one: Omit<OperatorSeen, "account">): Promise<void>;
}

/** The provider of look-ups gave no answer of use; the message is for operators. */
export class LookupFailed extends Error {
  override readonly name = "LookupFailed";
  constructor(
    reason: string,
    /** Milliseconds after which it may be asked again. */
    readonly retryAfterMs: number,
    options?: ErrorOptions,
  ) {
    super(reason, options);
  }
}
