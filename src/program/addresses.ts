/** Addresses of the service, complete once it listens: PORT may leave the port to the system. */
import { RECEIVER_PATH } from "../http/app.ts";

export interface Addresses {
  /** Address that customers and handsets see, without a slash at the end. */
  baseUrl(): string;
  /** Receiver of postbacks of accounts without a URL; null: there is none. */
  defaultReceiver(): string | null;
  /** Completes the addresses with the one that the service listens on. */
  complete(url: string): void;
}

/**
 * @param baseUrl BASE_URL; null: the address that the service listens on.
 * @param hasReceiver Whether the service has a built-in receiver of postbacks.
 */
export function createAddresses(baseUrl: string | null, hasReceiver: boolean): Addresses {
  let base = baseUrl ?? "";
  let receiver: string | null = null;
  return {
    baseUrl: () => base,
    defaultReceiver: () => receiver,
    complete(url) {
      base ||= url;
      if (hasReceiver) receiver = `${url}${RECEIVER_PATH}`;
    },
  };
}
