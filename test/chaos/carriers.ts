/** What carriers in trouble have in common. */
import type { Ledger } from "./ledger.ts";
import type { Mischief } from "./mischief.ts";

export interface CarrierOptions {
  /** Of its connector. */
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
