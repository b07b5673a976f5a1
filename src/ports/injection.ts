/**
 * Inbound messages and reports that an administrator injects through the loopback carrier, as if a
 * real carrier had sent them.
 */
import type { Outcome } from "../core/message/message.ts";

/** Fields common to SMS and MMS. */
interface InjectedMessage {
  /** Sender's number, digits. */
  from: string;
  /** Address of ours, digits. */
  to: string;
  operatorId: string | null;
}

export interface InjectedSms extends InjectedMessage {
  text: string;
}

export interface InjectedMms extends InjectedMessage {
  subject: string | null;
  /** Text part, which becomes the first file; null for none. */
  text: string | null;
  files: { name: string; content: Uint8Array }[];
}

export interface Injection {
  /** Name of the loopback connector. */
  readonly connector: string;
  /**
   * Injects an SMS.
   * @returns The key of the inbound message; null if no account owns `to`.
   */
  sms(message: InjectedSms): Promise<string | null>;
  /** Injects an MMS, like `sms`. */
  mms(message: InjectedMms): Promise<string | null>;
  report(carrierId: string, outcome: Outcome): Promise<void>;
}
