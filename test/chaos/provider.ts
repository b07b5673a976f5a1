/**
 * A provider of a hosted API, in Twilio's form, that throttles, fails, falls silent after it has taken
 * a message, drops connections, goes away and comes back.
 */
import { startTwilio } from "../connectors/providers/twilio.ts";
import type { ApiCall, ApiReply, Reply } from "../connectors/providers/server.ts";
import { Background } from "./background.ts";
import type { Carrier, HttpCarrierOptions } from "./carriers.ts";
import { pause } from "./mischief.ts";
import { createProviderCallbacks } from "./provider_callbacks.ts";

const FATES = {
  taken: 780,
  slow: 60,
  "taken, no response": 15,
  "taken, dropped": 15,
  "taken, then 502": 10,
  "no response": 10,
  dropped: 15,
  throttled: 25,
  "queue full": 10,
  "503 of a proxy": 10,
  unavailable: 15,
  "internal error": 15,
  refused: 20,
};
type Fate = keyof typeof FATES;

/** Replies instead of the provider's own, after it has taken the message. */
const AFTERWARDS: Partial<Record<Fate, Reply>> = {
  "taken, no response": "silence",
  "taken, dropped": "drop",
  "taken, then 502": { status: 502, body: "<html>Bad Gateway</html>" },
};

/** Codes of errors with which the provider takes no message. */
const CODES: Partial<Record<Fate, string>> = {
  throttled: "20429",
  "queue full": "21611",
  unavailable: "20503",
  "internal error": "20500",
  refused: "21610",
};

/** Fates of requests that only read: look-ups, and media of handsets. */
const READS = { good: 90, dropped: 3, "no response": 2, "503": 5 };

/** Maximum time that a provider is away, in milliseconds. */
const AWAY_MS = 1500;

const UNAVAILABLE: ApiReply = {
  status: 503,
  headers: { "retry-after": "1" },
  body: "<html>Service Unavailable</html>",
};

export async function startChaoticProvider(
  options: HttpCarrierOptions,
): Promise<Carrier & { settings: Record<string, unknown> }> {
  const { name, ledger, life, mischief, originator, account, serviceUrl } = options;
  const random = mischief.of(name);
  const background = new Background(ledger);
  const fates = new WeakMap<ApiCall, Fate>();
  let callbackUrl = "";
  let awayUntil = 0;

  const fake = await startTwilio(() => callbackUrl);
  const { server, settings } = fake;
  const callbacks = createProviderCallbacks({
    name,
    ledger,
    mischief,
    random,
    sign(make) {
      callbackUrl = `${serviceUrl()}/carriers/${name}`;
      const { headers, path, body } = make(fake);
      return { url: `${callbackUrl}${path}`, headers, body };
    },
  });

  server.intercept = async (call) => {
    // The ledger has the messages.
    server.calls.length = server.replies.length = 0;
    if (performance.now() < awayUntil) return "drop";
    if (call.method === "GET") return readFate();
    const fate = mischief.fate(random, FATES, "taken");
    if (fate === "slow") await pause(random.between(20, 500));
    if (fate === "taken" || fate === "slow" || fate in AFTERWARDS) {
      return void fates.set(call, fate);
    }
    ledger.submitted.push({ carrier: name, to: recipientOf(call), segment: 1, id: null, fate });
    return refusal(fate);
  };

  function readFate(): Reply | undefined {
    switch (mischief.fate(random, READS, "good")) {
      case "good":
        return undefined;
      case "dropped":
        return "drop";
      case "no response":
        return "silence";
      case "503":
        return UNAVAILABLE;
    }
  }

  function refusal(fate: Fate): Reply {
    if (fate === "no response") return "silence";
    if (fate === "dropped") return "drop";
    const code = CODES[fate];
    if (code === undefined) return UNAVAILABLE;
    const reply = fake.errorWith(code);
    return random.chance(0.3) ? { ...reply, headers: { "retry-after": "1" } } : reply;
  }

  server.afterResponse = (call) => {
    const fate = fates.get(call);
    if (fate === undefined) return undefined;
    const to = recipientOf(call);
    const message = fake.received.findLast((received) => received.to === to);
    if (message === undefined) {
      ledger.breaches.push(`${name} cannot read a request: ${call.text}`);
      return undefined;
    }
    ledger.submitted.push({ carrier: name, to, segment: 1, id: message.id, fate });
    void background.hold(callbacks.fetchMedia(message));
    void background.hold(callbacks.report(message));
    return AFTERWARDS[fate];
  };

  return {
    name,
    settings: {
      kind: "twilio",
      url: server.url,
      "account-sid": settings.accountSid,
      "auth-token": settings.authToken,
    },
    breakOff() {
      awayUntil = performance.now() + random.between(0, AWAY_MS);
      server.breakOff();
    },
    write: () => callbacks.write({ account, originator, life }),
    async [Symbol.asyncDispose]() {
      callbacks.stop();
      await fake[Symbol.asyncDispose]();
      await background.done();
    },
  };
}

function recipientOf({ text }: ApiCall): string {
  return (new URLSearchParams(text).get("To") ?? "").replace("+", "");
}
