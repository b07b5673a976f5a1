/**
 * Opens sessions with the servers of a target, one of which takes what is written: the primary, which
 * may be another one after a failover.
 */
import { type DatabaseHost, hostLabel } from "../../config/database/target.ts";
import { openSession, type Session, type SessionOptions } from "./session.ts";
import { type Way, waysTo } from "./socket.ts";

/**
 * Opens a session that has worked once. Rejects where no server lets us in, or none takes writes and
 * the target asks for one that does.
 * @param onEnd It can be used no more.
 */
export type OpenSession = (onEnd: () => void) => Promise<Session>;

const STATE = `select pg_is_in_recovery() as "isStandby",
  current_setting('transaction_read_only') = 'on' as "isReadOnly"`;

interface State {
  isStandby: boolean;
  isReadOnly: boolean;
}

/** Connections that share an opener share what it learns: the server that worked last is first. */
export function createOpener(options: SessionOptions): OpenSession {
  const { target } = options;
  const { hosts, sessions, connectTimeoutMs } = target;
  let first = 0;

  async function openOn(way: Way, onEnd: () => void): Promise<Session> {
    let isOpen = false;
    const session = openSession(options, way, () => {
      if (isOpen) onEnd();
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(failed("TIMEOUT", "the server does not answer")),
        connectTimeoutMs,
      );
    });
    try {
      const [state] = await Promise.race([session.query<State>(STATE), silence]);
      const fault = faultOf(state!);
      if (fault !== null) throw failed("READ_ONLY", fault);
      isOpen = true;
      return session;
    } catch (error) {
      session.abort();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  function faultOf({ isStandby, isReadOnly }: State): string | null {
    const isRefused = { "any": false, "read-write": isReadOnly, "primary": isStandby }[sessions];
    return isRefused ? `the server takes no writes (target_session_attrs=${sessions})` : null;
  }

  /** Tries the next way where the server may only dislike the encryption of the last. */
  async function openAt(host: DatabaseHost, onEnd: () => void): Promise<Session> {
    const ways = waysTo(host, target);
    for (const [place, way] of ways.entries()) {
      try {
        return await openOn(way, onEnd);
      } catch (error) {
        if (place === ways.length - 1 || !mayBeEncryption(error)) throw error;
      }
    }
    throw new Error("a host without a way to it");
  }

  return async (onEnd) => {
    const order = [...hosts.keys()].map((place) => (first + place) % hosts.length);
    const failures: unknown[] = [];
    for (const place of order) {
      try {
        const session = await openAt(hosts[place]!, onEnd);
        first = place;
        return session;
      } catch (error) {
        failures.push(error);
        if (isFinal(error)) throw error;
      }
    }
    if (failures.length === 1) throw failures[0];
    const reasons = order.map((place, index) =>
      `${hostLabel(hosts[place]!)}: ${reasonOf(failures[index])}`
    );
    throw failed("NO_SERVER", `no server can be used: ${reasons.join("; ")}`);
  };
}

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? "");

function reasonOf(error: unknown): string {
  return (error as Error).message || codeOf(error) || String(error);
}

/** TLS has failed, or the server has no rule for this user so encrypted (SQLSTATE 28000). */
function mayBeEncryption(error: unknown): boolean {
  return ["CONNECTION_TLS", "28000"].includes(codeOf(error));
}

/** The server knows us and says no: libpq, too, asks no other then. Or it is for us to mend. */
function isFinal(error: unknown): boolean {
  return /^(28|3D000|CONNECTION_FILE)/.test(codeOf(error));
}

function failed(code: string, message: string): Error {
  return Object.assign(new Error(message), { code: `CONNECTION_${code}` });
}
