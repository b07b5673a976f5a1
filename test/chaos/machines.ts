/** Several machines on one database, and a proxy that distributes requests by turns. */
import { Gateway, type GatewayOptions, type Service } from "./gateway.ts";

export class Machines implements Service, AsyncDisposable {
  readonly all: readonly Gateway[];
  #asked = 0;
  #struck = 0;

  constructor(options: readonly GatewayOptions[]) {
    this.all = options.map((settings) => new Gateway(settings));
  }

  /** Address of the machine whose turn it is. */
  get url(): string {
    return this.#next(this.#asked++).url;
  }

  get lives(): number {
    return this.all.reduce((sum, { lives }) => sum + lives, 0);
  }

  /** The machine that has the next fault. */
  get victim(): Gateway {
    return this.#next(this.#struck++);
  }

  async ready(): Promise<void> {
    await Promise.all(this.all.map((machine) => machine.ready()));
  }

  // deno-lint-ignore no-explicit-any -- bodies are looked into field by field
  admin(method: string, path: string, body?: unknown): Promise<any> {
    return this.#next(this.#asked++).admin(method, path, body);
  }

  // deno-lint-ignore no-explicit-any -- bodies are looked into field by field
  list(path: string): Promise<any[]> {
    return this.#next(this.#asked++).list(path);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.all.map((machine) => machine[Symbol.asyncDispose]()));
  }

  #next(turn: number): Gateway {
    return this.all[turn % this.all.length]!;
  }
}
