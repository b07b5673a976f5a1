/** Responses that are read whole, up to a limit. */
import { Buffer } from "node:buffer";
import { type Collector, createCollector } from "../../../lib/collector.ts";
import { FetchRefused, type PostResponse } from "../../../ports/mod.ts";
import { isClientCertificateRefused } from "../../../tls/client.ts";
import { toPublicError } from "./failures.ts";
import { ResponseReader } from "./response.ts";

const NOTHING: Buffer = Buffer.alloc(0);

/** Reader that collects the body. One beyond `maxBytes` is cut there, and ends the connection. */
export class CollectingReader extends ResponseReader {
  override readonly rests = false;
  /** Body in one piece, as most come; of several, they are in `#pieces`. */
  #piece = NOTHING;
  #pieces: Collector | null = null;
  #bodyBytes = 0;
  /** Whether the connection ended by itself before any byte of a response. */
  isUnanswered = false;
  readonly #response = Promise.withResolvers<PostResponse>();

  constructor(readonly maxBytes: number) {
    super();
  }

  /** Response; FetchRefused when it does not become complete. */
  get response(): Promise<PostResponse> {
    return this.#response.promise;
  }

  protected override take(part: Buffer): boolean {
    const fitting = part.subarray(0, Math.max(0, this.maxBytes - this.#bodyBytes));
    if (this.#piece.length === 0) this.#piece = fitting;
    else if (fitting.length > 0) {
      if (this.#pieces === null) {
        this.#pieces = createCollector();
        this.#pieces.add(this.#piece);
      }
      this.#pieces.add(fitting);
    }
    this.#bodyBytes += part.length;
    return this.#bodyBytes <= this.maxBytes;
  }

  override complete(): void {
    this.#response.resolve(this.collected()!);
  }

  /**
   * Marks the refusal as `sent`: the server may have received the request. One that refuses our
   * certificate has not, although TLS 1.3 lets the request go before its alert.
   */
  override fail(error: Error): void {
    const refusal = toPublicError(error);
    this.isUnanswered = !this.hasBegun && !(error instanceof FetchRefused);
    this.#response.reject(
      refusal instanceof FetchRefused && !isClientCertificateRefused(error)
        ? new FetchRefused(refusal.rule, refusal.reason, true, this.collected())
        : refusal,
    );
  }

  /** Returns what has come of the response; null before the end of its head. */
  collected(): PostResponse | null {
    if (this.head === null) return null;
    const { status, headers } = this.head;
    const body = this.#pieces === null ? this.#piece : Buffer.from(this.#pieces.bytes().buffer);
    return { status, headers, body };
  }
}
