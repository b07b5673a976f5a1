/** A client on loopback that says exactly the bytes it is told to, well formed or not. */
import { bytes } from "../mime/bytes.ts";

export interface RawClient extends Disposable {
  say(what: string | Uint8Array): Promise<void>;
  /** All that has been answered, once it matches. Throws when the server hangs up before. */
  heard(pattern: RegExp): Promise<string>;
  /** All that has been answered by the time the server hangs up. */
  hungUp(): Promise<string>;
}

export async function rawClient(url: string): Promise<RawClient> {
  const { hostname, port } = new URL(url);
  const connection = await Deno.connect({ hostname, port: Number(port) });
  const buffer = new Uint8Array(65_536);
  const decoder = new TextDecoder();
  let text = "";

  /** False: the server has hung up, in order or not. */
  async function listen(): Promise<boolean> {
    const read = await connection.read(buffer).catch(() => null);
    if (read !== null) text += decoder.decode(buffer.subarray(0, read), { stream: true });
    return read !== null;
  }

  return {
    async say(what) {
      const rest = typeof what === "string" ? bytes(what) : what;
      for (let at = 0; at < rest.length;) at += await connection.write(rest.subarray(at));
    },
    async heard(pattern) {
      while (!pattern.test(text)) {
        if (!await listen()) throw new Error(`hung up after ${JSON.stringify(text)}`);
      }
      return text;
    },
    async hungUp() {
      while (await listen());
      return text;
    },
    [Symbol.dispose]() {
      try {
        connection.close();
      } catch {
        // It is closed already.
      }
    },
  };
}

/** The statuses of the answers in what was heard. */
export function statusesOf(text: string): number[] {
  return [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
}
