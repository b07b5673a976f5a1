/**
 * Check that a session keeps its backend. Behind a pooler that works by transaction or by statement
 * it does not, and its prepared statements, settings, locks and LISTEN are those of another client.
 */
import { deadline } from "../../../lib/deadline.ts";
import { createOpener } from "./opener.ts";
import type { Session, SessionOptions } from "./session.ts";

/** A target that connects its clients to backends by transaction or by statement. */
export class PooledByTransaction extends Error {
  override readonly name = "PooledByTransaction";

  constructor() {
    super(
      "a pooler gives its clients another session with the server for each transaction, and " +
        "slidepost needs one that lasts; set the pooler's pool_mode for this database or user to " +
        "session, or name the server itself",
    );
  }
}

/**
 * Turns of two sessions that find the pooler out: twice the same one shows a pooler that hands out
 * its backends in rotation, the other one a pooler that hands out the last to become free.
 */
const TURNS = [0, 0, 1, 1, 0, 1, 1, 0, 0] as const;
/** Rounds of turns: other clients of the pooler may take a backend between two of them. */
const ROUNDS = 3;

/**
 * Checks a target. Sessions with the server itself have the backend that it announced at the login;
 * poolers announce what only they know, and cost a second session.
 * @throws {PooledByTransaction}
 * @throws Error where no session can be opened.
 */
export async function assertOwnBackend(options: SessionOptions): Promise<void> {
  // A setting would stay with a backend that the next client gets.
  const open = createOpener(options, {});
  const first = await open(() => {});
  let second: Session | null = null;
  try {
    const { announced, pid } = await backendOf(first, options);
    if (announced === pid) return;
    second = await secondOf(open);
    await compareBackends([first, second], options);
  } finally {
    await Promise.all([first.close(), second?.close()]);
  }
}

async function secondOf(open: ReturnType<typeof createOpener>): Promise<Session> {
  try {
    return await open(() => {});
  } catch (cause) {
    const { code, message } = cause as { code?: string; message: string };
    throw Object.assign(
      new Error(
        `a pooler gives no second session (${message}); its pool_size must be at least ` +
          "DATABASE_CONNECTIONS, and one more with QUEUE=postgres",
        { cause },
      ),
      { code },
    );
  }
}

/** Takes turns, and compares the backends: each session has one of its own. */
async function compareBackends(sessions: readonly Session[], options: SessionOptions) {
  const owners = new Map<number, number>();
  const backends = new Map<number, number>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const turn of TURNS) {
      const { pid } = await backendOf(sessions[turn]!, options);
      if ((owners.get(pid) ?? turn) !== turn || (backends.get(turn) ?? pid) !== pid) {
        throw new PooledByTransaction();
      }
      owners.set(pid, turn);
      backends.set(turn, pid);
    }
  }
}

/** Error codes of a prepared statement that another backend has, or has not. */
const FOREIGN_STATEMENT = ["26000", "42P05"];

async function backendOf(session: Session, { target }: SessionOptions) {
  try {
    return await deadline(session.backend(), target.connectTimeoutMs, () => {
      throw Object.assign(new Error("the server does not respond"), { code: "CONNECTION_TIMEOUT" });
    });
  } catch (error) {
    const { code = "" } = error as { code?: string };
    throw FOREIGN_STATEMENT.includes(code) ? new PooledByTransaction() : error;
  }
}
