/** Callbacks of a provider: verified, read, and passed to the host as reports and messages. */
import { STORE_RETRY_SECONDS } from "../../core/errors.ts";
import { levelOf } from "../../log/level.ts";
import { type CallbackRequest, type Callbacks, StoreDown } from "../../ports/mod.ts";
import { type CallbackEventOptions, createTakeEvent } from "./callback_events.ts";
import { MediaUnavailable } from "./inbound_media.ts";
import { CallbackFault, type CallbackProof } from "./protocol.ts";

/** Seconds after which a provider may send a callback again whose media could not be fetched. */
const MEDIA_RETRY_SECONDS = 30;

/** Maximum number of callbacks in progress; the provider is asked to send further ones again. */
const MAX_IN_PROGRESS = 1000;

export function createCallbacks(options: CallbackEventOptions): Callbacks {
  const { name, protocol, host, log } = options;
  const { callbacks, provider } = protocol;
  const verifies = verifierOf(callbacks);
  const take = createTakeEvent(options);
  let inProgress = 0;

  async function respond(request: CallbackRequest): Promise<Response> {
    // Beside each other: a report on an unknown message is waited with for seconds.
    await Promise.all(callbacks.read(request).map((event) => take(event, request)));
    const { response } = callbacks;
    // 200 and not 204: some providers take nothing else for success.
    if (response === undefined) return new Response("");
    return new Response(response.body, { headers: { "content-type": response.type } });
  }

  function failure(error: unknown): Response {
    if (error instanceof CallbackFault) {
      log.warn({ connector: name, err: error.message }, "a callback could not be read");
      return plain(`${error.message}\n`, 400);
    }
    if (error instanceof MediaUnavailable) {
      log.warn(
        { connector: name, err: error.message, do: "check the connector's credentials" },
        `media of an inbound message could not be fetched; ${provider.name} is asked to retry`,
      );
      return plain("media unavailable; try again\n", 503, MEDIA_RETRY_SECONDS);
    }
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    const facts = { connector: name, err: message, ...error instanceof StoreDown ? {} : { stack } };
    log[levelOf(error)](facts, "a callback could not be stored; the provider will retry");
    return plain("try again\n", 503, STORE_RETRY_SECONDS);
  }

  return {
    ...callbacks.challenge === undefined ? {} : { challenge: callbacks.challenge },
    provider: provider.name,
    admits: (head) => callbacks.admits?.(head, host.clock.now()) ?? false,
    verifies: (request) => verifies(request, host.clock.now()),

    async receive(request) {
      const { methods = ["POST"] } = callbacks;
      if (!methods.includes(request.method)) {
        const response = plain(`use ${methods.join(" or ")}\n`, 405);
        response.headers.set("allow", methods.join(", "));
        return response;
      }
      if (inProgress >= MAX_IN_PROGRESS) return plain("try again\n", 503, 1);
      inProgress++;
      try {
        return await respond(request);
      } catch (error) {
        return failure(error);
      } finally {
        inProgress--;
      }
    },
  };
}

/** Returns the whole proof: where there is no signature, the credentials are. */
export function verifierOf({ admits, verifies }: CallbackProof) {
  return verifies ?? admits;
}

function plain(text: string, status: number, retryAfterSeconds?: number): Response {
  const headers: Record<string, string> = { "content-type": "text/plain; charset=utf-8" };
  if (retryAfterSeconds !== undefined) headers["retry-after"] = String(retryAfterSeconds);
  return new Response(text, { status, headers });
}
