/** Parts that all carriers in trouble share. */
import type { Ledger } from "./ledger.ts";
import type { Mischief } from "./mischief.ts";

export interface CarrierOptions {
  /** Name of its connector. */
  name: string;
  ledger: Ledger;
  mischief: Mischief;
  /** Whom handsets write to, and who owns that. */
  originator: string;
  account: string;
  /** Which life of the service it is now. */
  life(): number;
}

export interface Carrier extends AsyncDisposable {
  name: string;
  /** Ends all connections. */
  breakOff(): void;
  /** A handset writes; resolves when the service has answered for it. */
  write(): Promise<void>;
}
