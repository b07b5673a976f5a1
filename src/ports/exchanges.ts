/** Exchange log: exchanges with peers about a message, for operators. */
import type { Exchange, NewExchange } from "../core/exchange/exchange.ts";
import type { Page, PageRequest } from "./page.ts";

/** Recorder of exchanges. It is best effort: nothing waits for it, and entries may be lost. */
export interface Exchanges {
  /** Whether exchanges are recorded. */
  readonly isOn: boolean;
  /**
   * Records exchanges in their order; returns at once and never throws.
   * @param make Builds them; not called while the log is off or its queue is full.
   */
  record(make: () => readonly NewExchange[]): void;
}

/** Stored exchange. `seq` increases in the order of recording. */
export interface ExchangeRecord extends Exchange {
  seq: string;
}

export interface ExchangeStore {
  /** Writes exchanges in one commit, which a crash of the database may lose. */
  add(exchanges: readonly Exchange[]): Promise<void>;
  /** Lists the exchanges about a message or template in their order. */
  of(trackingId: string, page: PageRequest): Promise<Page<ExchangeRecord>>;
}
