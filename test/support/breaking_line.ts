/** Connection to a Postgres server through a proxy that can break at the worst moment. */

export interface BreakingLine extends AsyncDisposable {
  /** URL of the server through this proxy. */
  url: string;
  /**
   * Breaks the one connection over which these words go next: before the server has them, or after
   * it has done what they say, so that its result is lost. Resolves then.
   */
  breakAt(words: string, when: "before" | "after"): Promise<void>;
  /** Breaks all connections and refuses new ones: to clients, the server is gone. */
  cut(): Promise<void>;
}

interface Breaking {
  words: string;
  when: "before" | "after";
  done(): void;
}

const latin1 = new TextDecoder("latin1");
/** ReadyForQuery of a server that is in no transaction: what was asked is committed. */
const READY = "Z\0\0\0\x05I";

export function startBreakingLine(serverUrl: string): BreakingLine {
  const { hostname, port } = new URL(serverUrl);
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open = new Set<Deno.Conn>();
  let breaking: Breaking | null = null;

  async function serve(client: Deno.Conn): Promise<void> {
    const server = await Deno.connect({ hostname, port: Number(port) });
    const ends = [client, server];
    for (const end of ends) open.add(end);
    /** The way in which this connection breaks at the server's response, if any. */
    let broken: Breaking | null = null;
    const hangUp = () => {
      for (const end of ends) {
        if (open.delete(end)) end.close();
      }
    };
    const there = pump(client, server, (text) => {
      if (breaking === null || !text.includes(breaking.words)) return true;
      broken = breaking;
      breaking = null;
      if (broken.when === "after") return true;
      broken.done();
      return false;
    });
    const back = pump(server, client, (text) => {
      if (broken === null) return true;
      if (!text.endsWith(READY)) return "kept";
      broken.done();
      return false;
    });
    for (const direction of [there, back]) void direction.catch(() => {}).finally(hangUp);
    await Promise.allSettled([there, back]);
  }

  const serving = (async () => {
    const connections = [];
    for await (const client of listener) {
      connections.push(serve(client).catch(() => client.close()));
    }
    await Promise.all(connections);
  })();

  let ended: Promise<void> | undefined;
  const end = async () => {
    listener.close();
    for (const end of open) end.close();
    open.clear();
    await serving;
  };
  const cut = () => ended ??= end();

  const url = new URL(serverUrl);
  url.port = String((listener.addr as Deno.NetAddr).port);
  return {
    url: url.href,
    breakAt(words, when) {
      return new Promise((done) => breaking = { words, when, done });
    },
    cut,
    [Symbol.asyncDispose]: cut,
  };
}

/** Forwards bytes until `pass` returns false; bytes of a "kept" message are not forwarded. */
async function pump(
  from: Deno.Conn,
  to: Deno.Conn,
  pass: (text: string) => boolean | "kept",
): Promise<void> {
  const buffer = new Uint8Array(64 * 1024);
  for (let read; (read = await from.read(buffer)) !== null;) {
    const chunk = buffer.subarray(0, read);
    const passed = pass(latin1.decode(chunk));
    if (passed === false) return;
    if (passed === true) await writeAll(to, chunk);
  }
}

async function writeAll(to: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await to.write(bytes.subarray(at));
}
