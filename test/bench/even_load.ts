/** Load of a constant rate, whatever the service does. */
import { Buffer } from "node:buffer";
import { Agent, request as httpRequest } from "node:http";
import type { Request } from "./load.ts";
import { pause } from "./program.ts";

/** Interval of the load's steps, in milliseconds. */
const STEP_MS = 5;
const CONNECTIONS = 256;

export interface EvenLoad extends AsyncDisposable {
  readonly sent: number;
  /** Stops sending; resolves once all requests are responded to. */
  stopped(): Promise<void>;
  resume(): void;
}

/** Makes each text of a load begin with its time (milliseconds). */
export function timed(request: Request): Request {
  const body = { ...JSON.parse(request.body), "message-text": "TIME Hello" };
  return { ...request, body: JSON.stringify(body), unique: "TIME" };
}

/**
 * Sends requests evenly, each with its time (milliseconds) in the place of `unique`. Throws if one is
 * refused.
 */
export function startEvenLoad({ url, headers, body, unique }: Request, rate: number): EvenLoad {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const [head, tail] = unique === undefined ? [body] : body.split(unique);
  let [sent, open, begun, sentBefore] = [0, 0, performance.now(), 0];
  let timer: ReturnType<typeof setInterval> | undefined;

  function send(): void {
    const now = performance.timeOrigin + performance.now();
    const content = tail === undefined ? head! : `${head}${now}${tail}`;
    const own = { ...headers, "content-length": Buffer.byteLength(content) };
    sent++;
    open++;
    const request = httpRequest(url, { agent, method: "POST", headers: own }, (response) => {
      if (response.statusCode !== 200) throw new Error(`HTTP ${response.statusCode}`);
      response.resume().on("end", () => open--);
    });
    request.end(content);
  }

  const load: EvenLoad = {
    get sent() {
      return sent;
    },
    async stopped() {
      clearInterval(timer);
      while (open > 0) await pause(STEP_MS);
    },
    resume() {
      [begun, sentBefore] = [performance.now(), sent];
      timer = setInterval(() => {
        const due = sentBefore + (performance.now() - begun) / 1000 * rate;
        while (sent < due) send();
      }, STEP_MS);
    },
    [Symbol.asyncDispose]: () => load.stopped(),
  };
  load.resume();
  return load;
}
