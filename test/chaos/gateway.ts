/** The program in a process of its own that is restarted whenever it ends. */
import { type Ending, type Program, startProgram } from "../support/program.ts";
import { ADMIN_TOKEN } from "../support/service.ts";
import { SHUTDOWN } from "./drills.ts";
import type { Ledger } from "./ledger.ts";
import { pause } from "./mischief.ts";
import { freePort } from "../support/free_port.ts";

/** The service as seen from outside: one machine, or several. */
export type Service = Pick<Gateway, "url" | "lives" | "ready" | "admin" | "list">;

export interface GatewayOptions {
  /** Prefix of the names of its logs. Default none. */
  name?: string;
  dataDir: string;
  /** URL of the database; null: embedded. */
  databaseUrl: string | null;
  /** Directory of log files, one for each life. */
  logDir: string;
  env: Record<string, string>;
  /** Program that starts it, with its arguments. Default: none. */
  under?: readonly string[];
  ledger: Ledger;
}

/** Short times, so that a run of minutes covers what otherwise takes days. */
const CONFIG = {
  OUTBOUND_ALLOW: "127.0.0.0/8",
  DEFAULT_CONNECTOR: "loopback",
  LEASE_TIMEOUT: "10s",
  RESCUE_INTERVAL: "1s",
  CONNECTOR_COOLDOWN: "1s",
  DELIVER_RETRY: "0.2s, 0.5s, 1s",
  POSTBACK_TIMEOUT: "1s",
  // No postback expires: one that is not accepted at the end was lost.
  POSTBACK_SCHEDULE: `0.2s, 0.5s, ${Array(500).fill("1s").join(", ")}, 24h, 24h`,
  ACCOUNT_CACHE_TTL: "1s",
  DATABASE_STATEMENT_TIMEOUT: "5s",
  SHUTDOWN_TIMEOUT: `${SHUTDOWN}s`,
  LOG_LEVEL: "info",
  LOG_FORMAT: "json",
};

/** Time limit of a request, longer than any fault lasts. */
const PATIENCE_MS = 120_000;

export class Gateway implements AsyncDisposable {
  readonly port = freePort();
  readonly url = `http://127.0.0.1:${this.port}`;
  readonly dataDir: string;
  lives = 0;
  /** Work to do before the next process starts. */
  beforeNext: (() => Promise<void>)[] = [];
  readonly #options: GatewayOptions;
  readonly #watching: Promise<void>;
  #program: Program | null = null;
  /** Signals sent to this process; a second SIGTERM ends it at once. */
  #signals: Deno.Signal[] = [];
  #isOver = false;
  /** Kills the process when ours ends, even if a run is aborted. */
  readonly #onExit = () => this.end("SIGKILL");

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.dataDir = options.dataDir;
    globalThis.addEventListener("unload", this.#onExit);
    this.#watching = this.#watch();
  }

  /** Ends this process, even during its start. */
  end(signal: Deno.Signal): void {
    this.#signals.push(signal);
    try {
      this.#program?.kill(signal);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // the process has just ended
    }
  }

  /** Resolves once the service is ready. */
  async ready(): Promise<void> {
    await this.#insist(async () => await this.#isReady() || null, "it does not become ready");
  }

  /**
   * Requests the admin API, and retries while it is temporarily unavailable.
   * @throws Error if it refuses, or has not responded for minutes.
   */
  // deno-lint-ignore no-explicit-any -- bodies are looked into field by field
  async admin(method: string, path: string, body?: unknown): Promise<any> {
    const response = await this.#insist(async () => {
      const response = await this.#ask(method, path, body);
      return response !== null && response.status < 500 ? response : null;
    }, `${method} ${path} gets no response`);
    if (response.ok) return response.body;
    throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`);
  }

  /** Reads all items of a listing. */
  // deno-lint-ignore no-explicit-any -- bodies are looked into field by field
  async list(path: string): Promise<any[]> {
    const items = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const from = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const page: { items: unknown[]; "next-cursor": string | null } = await this.admin(
        "GET",
        `${path}${path.includes("?") ? "&" : "?"}limit=200${from}`,
      );
      items.push(...page.items);
      cursor = page["next-cursor"];
    }
    return items;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    this.end("SIGKILL");
    await this.#watching;
    globalThis.removeEventListener("unload", this.#onExit);
  }

  /** Retries until there is a result. */
  async #insist<T>(ask: () => Promise<T | null>, fault: string): Promise<T> {
    const end = performance.now() + PATIENCE_MS;
    while (performance.now() < end) {
      const result = await ask();
      if (result !== null) return result;
      await pause(100);
    }
    throw new Error(`${fault}; its logs are in ${this.#options.logDir}`);
  }

  async #ask(method: string, path: string, body: unknown) {
    try {
      const response = await fetch(`${this.url}/admin/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" },
        ...body === undefined ? {} : { body: JSON.stringify(body) },
        signal: AbortSignal.timeout(20_000),
      });
      const text = await response.text();
      return {
        status: response.status,
        ok: response.ok,
        body: text === "" ? null : JSON.parse(text),
      };
    } catch {
      return null;
    }
  }

  async #isReady(): Promise<boolean> {
    try {
      const response = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(5000) });
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false;
    }
  }

  async #watch(): Promise<void> {
    const { dataDir, databaseUrl, env, under } = this.#options;
    while (!this.#isOver) {
      for (const work of this.beforeNext.splice(0)) await work();
      this.#signals = [];
      this.lives++;
      const program = this.#program = await startProgram({
        args: ["serve"],
        under,
        env: {
          ...CONFIG,
          ...env,
          ADMIN_TOKEN,
          DATA_DIR: dataDir,
          ...databaseUrl === null ? {} : { DATABASE_URL: databaseUrl },
          PORT: String(this.port),
          BASE_URL: this.url,
        },
      });
      for (const signal of this.#signals) program.kill(signal); // sent during the start
      await this.#remember(await program.ending);
      // Wait a moment for a store that is down.
      if (this.#signals.length === 0) await pause(300);
    }
  }

  /**
   * Records the end of a process. Only one that cannot start without its store may exit by itself.
   */
  async #remember({ code, signal, stdout, stderr }: Ending): Promise<void> {
    const { ledger, logDir } = this.#options;
    const log = `${this.#options.name ?? ""}life-${String(this.lives).padStart(3, "0")}.log`;
    const output = this.#signals.join() || "itself";
    const ending = `\nended by ${output}: code ${code}, signal ${signal}\n`;
    await Deno.writeTextFile(`${logDir}/${log}`, `${stdout}${stderr}${ending}`);
    const wasReady = /"message":"ready"/.test(stdout + stderr);
    const isItsOwn = output === "itself" || output === "SIGTERM" && signal === null && code !== 0;
    if (wasReady && isItsOwn) ledger.breaches.push(`ended by ${output} with ${code}: ${log}`);
    // We have killed the database, and set the clock.
    const own = (stdout + stderr)
      .replaceAll(/^.*"message":"(?:the embedded database |this machine takes no work:).*$/gm, "");
    if (/"level":"(ERROR|FATAL)"|panicked|Uncaught/.test(own)) {
      ledger.breaches.push(`an error of its own: ${log}`);
    }
  }
}
