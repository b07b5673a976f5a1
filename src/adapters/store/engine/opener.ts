/**
 * Opens sessions with the hosts of a target, of which only the primary takes writes. A failover
 * makes another host the primary.
 */
import { type DatabaseHost, hostLabel } from "../../../config/database/target.ts";
import { deadline } from "../../../lib/deadline.ts";
import { PLANNER } from "./database.ts";
import { openSession, type Session, type SessionOptions } from "./session.ts";
import { type Endpoint, endpointsOf } from "./socket.ts";

/**
 * Opens a session and runs a first statement on it. Rejects where no host accepts the login, or
 * none has the state that the target's `target_session_attrs` requires.
 * @param onEnd Called when the session has ended.
 */
export type OpenSession = (onEnd: () => void) => Promise<Session>;

/** Settings of a session by name. */
export type SessionSettings = Readonly<Record<string, string>>;

/** Writes the first statement of a session: it sets the settings and reads the server's state. */
const stateWith = (settings: SessionSettings) =>
  [
    `select pg_is_in_recovery() as "isStandby"`,
    `current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
    ...Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`),
  ].join(", ");

interface State {
  isStandby: boolean;
  isReadOnly: boolean;
}

/**
 * Creates an opener, to be shared by all connections: it tries the host that worked last first.
 * @param settings Default: those that the statements of the store count on.
 */
export function createOpener(
  options: SessionOptions,
  settings: SessionSettings = {
    ...PLANNER,
    statement_timeout: String(options.statementTimeoutMs),
  },
): OpenSession {
  const { target } = options;
  const state = stateWith(settings);
  const { hosts, sessions, connectTimeoutMs } = target;
  let first = 0;

  async function openOn(endpoint: Endpoint, onEnd: () => void): Promise<Session> {
    let isOpen = false;
    const session = openSession(options, endpoint, () => {
      if (isOpen) onEnd();
    });
    try {
      const [row] = await deadline(session.query<State>(state), connectTimeoutMs, () => {
        throw connectionError("TIMEOUT", "the server does not respond");
      });
      const fault = faultOf(row!);
      if (fault !== null) throw connectionError("READ_ONLY", fault);
      isOpen = true;
      return session;
    } catch (error) {
      session.abort();
      throw error;
    }
  }

  function faultOf({ isStandby, isReadOnly }: State): string | null {
    const isRefused = { "any": false, "read-write": isReadOnly, "primary": isStandby }[sessions];
    return isRefused ? `the server takes no writes (target_session_attrs=${sessions})` : null;
  }

  /** Tries a host's endpoints in turn, as long as the encryption may be why one failed. */
  async function openAt(host: DatabaseHost, onEnd: () => void): Promise<Session> {
    const endpoints = endpointsOf(host, target);
    for (const [index, endpoint] of endpoints.entries()) {
      try {
        return await openOn(endpoint, onEnd);
      } catch (error) {
        if (index === endpoints.length - 1 || !mayBeEncryption(error)) throw error;
      }
    }
    throw new Error("a host without an endpoint");
  }

  return async (onEnd) => {
    const order = [...hosts.keys()].map((offset) => (first + offset) % hosts.length);
    const failures: unknown[] = [];
    for (const hostIndex of order) {
      try {
        const session = await openAt(hosts[hostIndex]!, onEnd);
        first = hostIndex;
        return session;
      } catch (error) {
        failures.push(error);
        if (isFinal(error)) throw error;
      }
    }
    if (failures.length === 1) throw failures[0];
    const reasons = order.map((hostIndex, index) =>
      `${hostLabel(hosts[hostIndex]!)}: ${reasonOf(failures[index])}`
    );
    throw connectionError("NO_SERVER", `no server can be used: ${reasons.join("; ")}`);
  };
}

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? "");

function reasonOf(error: unknown): string {
  return (error as Error).message || codeOf(error) || String(error);
}

/** Checks whether TLS failed, or pg_hba.conf has no entry for this encryption (SQLSTATE 28000). */
function mayBeEncryption(error: unknown): boolean {
  return ["CONNECTION_TLS", "28000"].includes(codeOf(error));
}

/**
 * Checks for an error that another host would not fix: the server refused the login, where libpq too
 * tries no other host, or a local file is at fault.
 */
function isFinal(error: unknown): boolean {
  return /^(28|3D000|CONNECTION_FILE)/.test(codeOf(error));
}

function connectionError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code: `CONNECTION_${code}` });
}
