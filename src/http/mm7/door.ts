/** The MM7 door (spec 2.1, contract section 5): `POST {base_url}/mm7/v1`. */
import { createLastDialect } from "../../actions/submit/last_dialect.ts";
import { submit } from "../../actions/submit/mod.ts";
import type { ActionPorts } from "../../actions/ports.ts";
import type { Account } from "../../core/account/account.ts";
import { readBasic } from "../../core/account/basic_credentials.ts";
import { mayPerform, NO_LIMITS } from "../../core/account/key_limits.ts";
import type { Exchanges } from "../../ports/mod.ts";
import type { Log } from "../../log/mod.ts";
import { MimeError } from "../../mime/errors.ts";
import type { Part } from "../../mime/reader.ts";
import { readRequest, type RequestBody } from "../../mime/request.ts";
import { readEnvelope } from "../../mm7/envelope.ts";
import { isLenient } from "../../mm7/leniency.ts";
import { Mm7Error, NO_ECHO } from "../../mm7/status.ts";
import type { XmlOptions } from "../../lib/xml/reader.ts";
import type { BodyReader } from "../requests/body.ts";
import { BodyTooLarge } from "../requests/body_stream.ts";
import { operatorHeader } from "../requests/operator_header.ts";
import { mm7Exchange } from "./exchange.ts";
import { createMm7Authentication, type Mm7AuthenticationOptions } from "./authentication.ts";
import {
  acceptance,
  faultResponse,
  type ResponseContext,
  speaksTextXml,
  takesTextXml,
} from "./response.ts";
import { echoIn } from "./echo.ts";
import { note, noteOutcome } from "../requests/request_log.ts";

export interface Mm7DoorOptions extends Mm7AuthenticationOptions {
  ports: ActionPorts;
  log: Log;
  bodies: BodyReader;
  exchanges: Exchanges;
}

/**
 * Maximum body read from an unauthenticated client, in bytes: its fault echoes the TransactionID.
 */
const UNAUTHENTICATED_MAX_BYTES = 64 << 10;

/** Settings of a client that is not known yet. */
const NO_SETTINGS = { mm7Dialect: null, mm7TextXml: null } as const;

/** Creates the handler of `POST /mm7/v1`, which never rejects. */
export function createMm7Door(
  { ports, log, bodies, exchanges, ...options }: Mm7DoorOptions,
): (request: Request) => Promise<Response> {
  const { accounts } = options;
  const authenticate = createMm7Authentication(options);
  const limits = {
    maxParts: ports.config.MM7_PARTS_MAX,
    maxContentBytes: ports.config.MM7_BODY_MAX_BYTES,
  };
  const saveDialect = createLastDialect({
    store: ports.store.accounts,
    directory: accounts,
    clock: ports.clock,
    log,
  });

  return async (request) => {
    noteOutcome({ action: "submit" });
    const { headers } = request;
    const context: ResponseContext = { echo: NO_ECHO, isTextXml: isTextXml(headers, NO_SETTINGS) };
    try {
      const credentials = readBasic(request.headers.get("authorization"));
      const { access, details } = await authenticate(request.headers, credentials);
      if (access === null) return await refuseUnauthenticated(request, context, details);
      context.isTextXml = isTextXml(headers, access.account);
      const owner = access.account.id;
      note({ account: owner });
      if (isEncoded(request.headers)) throw new Mm7Error("encodingUnsupported");
      using body = await bodies.read(request, { maxBytes: ports.config.MM7_BODY_MAX_BYTES, owner });
      const at = ports.clock.now();
      const { root, start } = readParts(request.headers, body.bytes, context);
      const envelope = readEnvelope(start.content, ["SubmitReq"], xmlOf(start));
      context.echo = envelope.echo;
      if (access.account.disabled) throw new Mm7Error("accountDisabled");
      if (!access.account.mm7) throw new Mm7Error("accountNotProvisioned");
      if (!mayPerform(access.limits ?? NO_LIMITS, "submit")) {
        throw new Mm7Error("accountNotProvisioned", "the API key may not submit over MM7");
      }
      const messageId = await submit(envelope, root, {
        ports,
        access,
        operatorId: operatorHeader(request.headers),
        signal: () => request.signal,
        saveDialect,
        // VASPID is usually the API key of the credentials.
        accountOf: (key) =>
          key === credentials?.password ? Promise.resolve(access) : accounts.byApiKey(key),
      });
      note({ "tracking-id": messageId });
      exchanges.record(() => mm7Exchange({ messageId, at, root, start, context, credentials }));
      return acceptance(messageId, context);
    } catch (error) {
      if (error instanceof BodyTooLarge) context.echo = echoIn(typeOf(request.headers), error.head);
      return faultResponse(error, context, log);
    }
  };

  /** Tells whether the response to a request of an account is text/xml. */
  function isTextXml(
    headers: Headers,
    account: Pick<Account, "mm7Dialect" | "mm7TextXml">,
  ): boolean {
    return speaksTextXml(headers) ||
      (account.mm7TextXml ?? (isLenient(account, ports.config) && takesTextXml(headers)));
  }

  /**
   * Reads a body's parts. Where one is malformed, `context` gets the echo of a readable envelope.
   */
  function readParts(headers: Headers, body: Uint8Array, context: ResponseContext): RequestBody {
    try {
      return readRequest(typeOf(headers), body, limits);
    } catch (error) {
      if (error instanceof MimeError) context.echo = echoIn(typeOf(headers), body);
      throw error;
    }
  }

  /** Responds 2568, with the TransactionID where the body is within the unauthenticated limit. */
  async function refuseUnauthenticated(
    request: Request,
    context: ResponseContext,
    details?: string,
  ): Promise<Response> {
    try {
      using body = await bodies.read(request, { maxBytes: UNAUTHENTICATED_MAX_BYTES });
      const { start } = readParts(request.headers, body.bytes, context);
      context.echo = readEnvelope(start.content, ["SubmitReq"], xmlOf(start)).echo;
    } catch (error) {
      // Missing authentication takes precedence over any other fault.
      if (error instanceof Mm7Error) context.echo = error.echo;
    }
    return faultResponse(new Mm7Error("unauthenticated", details), context, log);
  }
}

/** Tells whether the body is compressed or otherwise encoded (RFC 9110 section 8.4). */
function isEncoded(headers: Headers): boolean {
  return !/^(?:identity)?$/i.test(headers.get("content-encoding")?.trim() ?? "");
}

function xmlOf({ parameters }: Part): XmlOptions {
  return { charset: parameters.get("charset") };
}

function typeOf(headers: Headers): string | null {
  return headers.get("content-type");
}
