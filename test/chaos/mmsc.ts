/**
 * An MMSC that breaks off, refuses temporarily, and reports early, late, twice or in the wrong
 * order.
 */
import { digitsOf } from "../../src/mm7/submit_req.ts";
import {
  accepted,
  faulty,
  type Mmsc,
  type MmscResponse,
  startMmsc,
  type Submitted,
} from "../support/mmsc.ts";
import { basic } from "../support/vasp.ts";
import { Background } from "./background.ts";
import type { Carrier, HttpCarrierOptions } from "./carriers.ts";
import type { Reported } from "./ledger.ts";
import { pause } from "./mischief.ts";
import { deliverReq, type RelayPost, reportReq } from "./relay_requests.ts";

const FATES = {
  taken: 800,
  slow: 60,
  "taken, dropped": 20,
  dropped: 25,
  "taken, then 502": 8,
  "503": 20,
  "3000": 20,
  "3510": 15,
  "4006": 15,
  "2002": 17,
};
type Fate = keyof typeof FATES;

const IS_TAKEN: ReadonlySet<Fate> = new Set<Fate>([
  "taken",
  "slow",
  "taken, dropped",
  "taken, then 502",
]);

const REPORTS = { Retrieved: 800, Expired: 40, Rejected: 60, Unrecognised: 20, none: 80 };

const SAYS: Record<string, Reported["says"]> = { Retrieved: "delivered", Deferred: "not yet" };

export const RELAY = { username: "mmsc", password: "1nt0-0ur-h4nds" };

export async function startChaoticMmsc(
  options: HttpCarrierOptions,
): Promise<Carrier & { url: string }> {
  const { name, ledger, life, mischief, originator, account, serviceUrl } = options;
  const random = mischief.of(name);
  const background = new Background(ledger);
  let ids = 0;
  let isOver = false;

  async function respond(submitted: Submitted): Promise<MmscResponse | "drop"> {
    mmsc.received.length = 0; // the ledger has the submissions
    const fate = mischief.fate(random, FATES, "taken");
    const [recipient] = submitted.request.Recipients.To ?? [];
    const to = digitsOf(recipient!) ?? "";
    const id = IS_TAKEN.has(fate) ? `${name}-${++ids}` : null;
    ledger.submitted.push({ carrier: name, to, segment: 1, id, fate });
    if (id !== null) void background.hold(report(id, to));
    if (fate === "slow") await pause(random.between(20, 500));
    if (fate.endsWith("dropped")) return "drop";
    if (fate.endsWith("502")) return { status: 502, body: "<html>Bad Gateway</html>" };
    if (fate === "503") return { status: 503, headers: { "retry-after": "1" }, body: "" };
    return id === null ? faulty(submitted, Number(fate)) : accepted(submitted, id);
  }

  async function report(id: string, to: string): Promise<void> {
    const status = mischief.fate(random, REPORTS, "Retrieved");
    await pause(random.between(0, 400));
    const tell = (status: string) =>
      insistReport(id, { to, status, isSwapped: mischief.strikes(random, 0.2) });
    if (mischief.strikes(random, 0.05)) await tell("Deferred");
    if (status === "none") return;
    await tell(status);
    if (mischief.strikes(random, 0.08)) await tell(status);
    if (mischief.strikes(random, 0.02)) await tell("Expired");
  }

  async function insistReport(
    id: string,
    { to, status, isSwapped }: { to: string; status: string; isSwapped: boolean },
  ): Promise<void> {
    const reported = {
      carrier: name,
      id,
      to,
      response: null as "taken" | "unknown" | null,
      says: SAYS[status] ?? "other" as const,
    };
    ledger.reported.push(reported);
    const people = isSwapped ? { from: to, to: originator } : { from: originator, to };
    const code = await insist(() => reportReq({ id, status, ...people }));
    if (code !== null) reported.response = code === 1000 ? "taken" : "unknown";
  }

  /** Posts until the response is final; null: cancelled. */
  async function insist(request: () => RelayPost): Promise<number | null> {
    for (; !isOver; await pause(300)) {
      const code = await post(request());
      if (code !== null && (code < 3000 || code > 3999)) return code;
    }
    return null;
  }

  async function post({ contentType, body }: RelayPost): Promise<number | null> {
    try {
      const response = await fetch(`${serviceUrl()}/mm7/relay/${name}`, {
        method: "POST",
        headers: {
          "content-type": contentType,
          authorization: basic(RELAY.username, RELAY.password),
        },
        body,
        signal: AbortSignal.timeout(15_000),
      });
      const code = /StatusCode>(\d+)</.exec(await response.text())?.[1];
      return response.status === 503 || code === undefined ? null : Number(code);
    } catch {
      return null;
    }
  }

  const mmsc: Mmsc = await startMmsc();
  mmsc.respond = respond;
  return {
    name,
    url: mmsc.url,
    breakOff: () => mmsc.breakOff(),
    async write() {
      const from = ledger.handset();
      const written = {
        carrier: name,
        kind: "MMS" as const,
        account,
        from,
        lives: new Set<number>(),
        hasId: true,
        response: null as "kept" | "refused" | null,
      };
      ledger.written.push(written);
      const request = deliverReq({ transactionId: `${name}-${from}`, from, to: originator });
      const code = await insist(() => {
        written.lives.add(life());
        return request;
      });
      if (code !== null) written.response = code === 1000 ? "kept" : "refused";
    },
    async [Symbol.asyncDispose]() {
      isOver = true;
      await mmsc[Symbol.asyncDispose]();
      await background.done();
    },
  };
}
