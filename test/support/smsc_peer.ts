/** SMSC of another implementation: Perl's Net::SMPP, in a process of its own. */
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Elsewhere there is no package of Net::SMPP. */
export const hasPeer = Deno.build.os === "linux";

const SCRIPT = new URL("smsc_peer.pl", import.meta.url).pathname;
/** Debian's own Perl, which has Debian's modules. */
const PERL = "/usr/bin/perl";

/** PDU that it has read. */
export interface HeardPdu {
  /** Its command; `end`: the connection was closed. */
  heard: string;
  status: number;
  seq: number;
  /** Mandatory parameters by name. */
  mandatory: Record<string, string | number>;
  /** Optional parameters by tag, as hexadecimal digits. */
  optional: Record<string, string>;
  /** User data header of a message, as hexadecimal digits; empty: none. */
  header: string;
  /** Text of a message, as Perl decodes it. */
  text: string;
}

export interface PeerOrder {
  /** Sets its responses from now on: statuses of binds and submissions, or none at all. */
  responses?: { bind?: number; submit?: number; silent?: boolean };
  hangUp?: true;
  /** Sends a deliver_sm; octets as hexadecimal digits. */
  deliver?: Record<string, string | number>;
  /** Sends a PDU without a body. */
  ask?: "enquire_link" | "unbind";
}

export interface SmscPeer extends AsyncDisposable {
  /** Port of a proxy before it. */
  port: number;
  heard: HeardPdu[];
  /** Bytes of each connection, from us and from the peer, as they passed. */
  passed: Passed[];
  order(order: PeerOrder): Promise<void>;
  /** Resolves once the condition holds. */
  until(isSo: (heard: readonly HeardPdu[]) => boolean): Promise<void>;
}

/** Bytes in one direction. */
export interface Passed {
  connection: number;
  from: "us" | "peer";
  bytes: Uint8Array;
}

export async function startSmscPeer(): Promise<SmscPeer> {
  const child = new Deno.Command(PERL, {
    args: [SCRIPT],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const stdin = child.stdin.getWriter();
  const waiting = new Set<() => void>();
  const heard: HeardPdu[] = [];
  const started = Promise.withResolvers<number>();

  async function collect(): Promise<void> {
    for await (const line of linesOf(child.stdout)) {
      const message = JSON.parse(line);
      if ("port" in message) started.resolve(message.port);
      else heard.push(message);
      for (const look of waiting) look();
    }
    started.reject(new Error("the peer has not begun"));
  }

  const collecting = collect();
  const proxy = await startProxy(await started.promise);
  return {
    port: proxy.port,
    heard,
    passed: proxy.passed,
    order: (order) => stdin.write(new TextEncoder().encode(`${JSON.stringify(order)}\n`)),
    until(isSo) {
      return new Promise((resolve) => {
        const look = () => {
          if (!isSo(heard)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      });
    },
    async [Symbol.asyncDispose]() {
      await proxy.close();
      await stdin.close(); // it ends with it
      await collecting;
      await child.status;
    },
  };
}

async function* linesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
}

/** Forwards everything, and keeps a copy. */
async function startProxy(port: number) {
  const passed: Passed[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((ours) => {
    const connection = connections++;
    const theirs = connect(port, "127.0.0.1");
    const pass = (from: Passed["from"], source: Socket, sink: Socket) => {
      sockets.add(source);
      source.on("data", (bytes) => {
        passed.push({ connection, from, bytes: Uint8Array.from(bytes) });
        sink.write(bytes);
      });
      source.on("error", () => {});
      source.on("close", () => {
        sockets.delete(source);
        sink.destroy();
      });
    };
    pass("us", ours, theirs);
    pass("peer", theirs, ours);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    passed,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
