/** Client on loopback that sends exactly these bytes, well formed or not. */
import { bytes } from "../mime/bytes.ts";

export interface RawClient extends Disposable {
  say(label: string | Uint8Array): Promise<void>;
  /** Returns all bytes received once they match. Throws when the server closes before. */
  receives(pattern: RegExp): Promise<string>;
  /** Returns all bytes received until the server closes. */
  hungUp(): Promise<string>;
}

export async function rawClient(url: string): Promise<RawClient> {
  const { hostname, port } = new URL(url);
  const connection = await Deno.connect({ hostname, port: Number(port) });
  const buffer = new Uint8Array(65_536);
  const decoder = new TextDecoder();
  let text = "";

  /** Reads once; false: the server has closed the connection. */
  async function listen(): Promise<boolean> {
    const read = await connection.read(buffer).catch(() => null);
    if (read !== null) text += decoder.decode(buffer.subarray(0, read), { stream: true });
    return read !== null;
  }

  return {
    async say(title) {
      const rest = typeof title === "string" ? bytes(title) : title;
      for (let at = 0; at < rest.length;) at += await connection.write(rest.subarray(at));
    },
    async receives(pattern) {
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

/** Returns the statuses of the responses in these bytes. */
export function statusesOf(text: string): number[] {
  return [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
}
