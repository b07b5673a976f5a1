/** Responses whose body is read as it comes. */
import type { Buffer } from "node:buffer";
import type { Connection } from "./connection.ts";
import type { Head } from "./head.ts";
import { ResponseReader } from "./response.ts";

export interface StreamedResponse {
  readonly status: number;
  /** Header fields by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body; errors when the connection ends before it. */
  readonly body: ReadableStream<Uint8Array>;
}

/** Pieces of a body that wait for its consumer; with more, the connection is paused. */
const WAITING_MAX = 4;

/** Reader that passes the body on. */
export class StreamingReader extends ResponseReader {
  override readonly rests = true;
  readonly #connection: Pick<Connection, "pause" | "resume" | "destroy">;
  readonly #body: ReadableStream<Uint8Array>;
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  readonly #response = Promise.withResolvers<StreamedResponse>();

  constructor(connection: Pick<Connection, "pause" | "resume" | "destroy">) {
    super();
    this.#connection = connection;
    this.#body = new ReadableStream({
      start: (controller) => void (this.#controller = controller),
      pull: connection.resume,
      cancel: () => this.cancel(new Error("cancelled")),
    }, { highWaterMark: WAITING_MAX });
  }

  /** Response from the end of its head on. Rejects with the error that ended the connection. */
  get response(): Promise<StreamedResponse> {
    return this.#response.promise;
  }

  protected override begin({ status, headers }: Head): void {
    this.#response.resolve({ status, headers, body: this.#body });
  }

  protected override take(part: Buffer): boolean {
    if (part.length > 0) this.#controller.enqueue(part);
    if (this.#controller.desiredSize! <= 0) this.#connection.pause();
    return true;
  }

  /** Ends the body; the connection is free for the next response. */
  override complete(): void {
    this.#controller.close();
    this.#connection.resume();
  }

  override fail(error: Error): void {
    this.#controller.error(error);
    this.#response.reject(error);
  }

  /** Ends the body with an error, and the connection too unless the response is complete. */
  cancel(error: Error): void {
    if (this.isComplete) this.fail(error);
    else this.#connection.destroy(error);
  }
}
