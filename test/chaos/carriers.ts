/** Parts that all faulty carriers share. */
import type { Ledger } from "./ledger.ts";
import type { Mischief } from "./mischief.ts";

export interface CarrierOptions {
  /** Name of the carrier's connector. */
  name: string;
  ledger: Ledger;
  mischief: Mischief;
  /** Number that handsets write to, and its owner. */
  originator: string;
  account: string;
  /** Number of the service's current process. */
  life(): number;
}

/** Options of a carrier that posts to the service over HTTP. */
export interface HttpCarrierOptions extends CarrierOptions {
  /** Returns the URL of the machine whose turn it is. */
  serviceUrl(): string;
}

export interface Carrier extends AsyncDisposable {
  name: string;
  /** Closes all connections. */
  breakOff(): void;
  /** Sends a message from a handset; resolves when the service has responded to it. */
  write(): Promise<void>;
}
