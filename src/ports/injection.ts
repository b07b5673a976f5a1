/** What operators make come in by the loopback carrier, as a real one would bring it. */
import type { Outcome } from "../core/message/message.ts";

/** From a handset. */
interface Injected {
  /** Digits. */
  from: string;
  /** Our side's address: digits. */
  to: string;
  operatorId: string | null;
}

export interface InjectedSms extends Injected {
  text: string;
}

export interface InjectedMms extends Injected {
  subject: string | null;
  /** It comes as the first of the files; null: none. */
  text: string | null;
  files: { name: string; content: Uint8Array }[];
}

export interface Injection {
  /** The connector that all of it comes by. */
  readonly connector: string;
  /** Answers the key that it is kept by; null: nobody owns `to`. */
  sms(message: InjectedSms): Promise<string | null>;
  /** The same of an MMS. */
  mms(message: InjectedMms): Promise<string | null>;
  report(carrierId: string, outcome: Outcome): Promise<void>;
}
