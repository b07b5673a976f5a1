/** Addresses of the service, complete once it listens: PORT may leave the port to the system. */
import { RECEIVER_PATH } from "../../http/routes.ts";

export interface Addresses {
  /** Returns the base URL that customers and handsets use, without a trailing slash. */
  baseUrl(): string;
  /** Returns the receiver of postbacks of accounts without a URL; null: there is none. */
  defaultReceiver(): string | null;
  /** Completes the addresses with the URL that the service listens on. */
  complete(url: string): void;
}

/**
 * @param baseUrl BASE_URL; null: the URL that the service listens on.
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
