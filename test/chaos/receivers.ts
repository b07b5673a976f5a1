/** Receivers of postbacks and of notices over MM7, with random responses. */
import { Buffer } from "node:buffer";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Ledger, ReceivedPostback } from "./ledger.ts";
import { type Mischief, pause } from "./mischief.ts";
import { readNotice, readPostback } from "./arrival.ts";

const FATES = {
  taken: 740,
  "500": 60,
  "429": 25,
  "503": 15,
  redirect: 20,
  silence: 20,
  "cut in the request": 30,
  "cut in the response": 30,
  "endless response": 8,
  slow: 50,
  "410": 2,
};
type Fate = keyof typeof FATES;

/** Fates after which a postback may count as accepted, or not. */
const PERHAPS: ReadonlySet<Fate> = new Set(["cut in the response", "endless response"]);

export interface Receivers extends AsyncDisposable {
  url(account: string, channel: ReceivedPostback["channel"]): string;
  /** Assigns a URL to an account, with the secret that signs. */
  know(account: string, channel: ReceivedPostback["channel"], secret: string): void;
}

/** @param onGone Called when a receiver has responded with 410, to set its URL again. */
export async function startReceivers(
  ledger: Ledger,
  mischief: Mischief,
  onGone: (account: string, channel: "json" | "archive") => void,
): Promise<Receivers> {
  const random = mischief.of("receivers");
  const secrets = new Map<string, string>();

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, account = "", channel] = request.url!.split("/");
    if (channel !== "json" && channel !== "archive" && channel !== "vasp") {
      ledger.breaches.push(`a redirect was followed: ${request.method} ${request.url}`);
      return void response.writeHead(404).end();
    }
    const fate = fateFor(channel);
    if (fate === "cut in the request") return void request.socket.destroy();
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const postbacks = channel === "vasp"
      ? readNotice(request.headers, body)
      : readPostback(request.headers, body.toString(), secrets.get(`${account} ${channel}`) ?? "");
    const accepted = fate === "taken" || fate === "slow"
      ? "yes"
      : PERHAPS.has(fate)
      ? "perhaps"
      : "no";
    ledger.received.push({ ...postbacks, account, channel, fate, accepted });
    if (fate === "410" && channel !== "vasp") onGone(account, channel);
    if (fate === "slow") await pause(random.between(10, 600));
    await respond(response, fate, postbacks.response);
  }

  function fateFor(channel: ReceivedPostback["channel"]): Fate {
    const fate = mischief.fate(random, FATES, "taken");
    return fate === "410" && channel === "vasp" ? "500" : fate;
  }

  const server = createServer((request, response) =>
    void handle(request, response).catch(() => request.socket.destroy())
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (account, channel) => `http://127.0.0.1:${port}/${account}/${channel}`,
    know: (account, channel, secret) => void secrets.set(`${account} ${channel}`, secret),
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function respond(response: ServerResponse, fate: Fate, good: Response): Promise<void> {
  switch (fate) {
    case "taken":
    case "slow":
      response.writeHead(good.status, Object.fromEntries(good.headers));
      return void response.end(await good.bytes());
    case "500":
    case "410":
      return void response.writeHead(Number(fate)).end("not now\n");
    case "429":
    case "503":
      return void response.writeHead(Number(fate), { "retry-after": "1" }).end();
    case "redirect":
      return void response.writeHead(307, { location: "/elsewhere" }).end();
    case "silence":
      return; // the client has to give up
    case "cut in the response":
      response.writeHead(200, { "content-length": "1000" }).write("half an an");
      await pause(20);
      return void response.destroy();
    case "endless response":
      return await pour(response.writeHead(200));
    case "cut in the request":
      return;
  }
}

/** Sends bytes until the client closes. */
async function pour(response: ServerResponse): Promise<void> {
  const chunk = new Uint8Array(16_384).fill(0x2e);
  while (!response.destroyed && response.writable) {
    if (!response.write(chunk)) {
      await new Promise((resolve) => {
        response.once("drain", resolve);
        response.once("close", resolve);
      });
    }
    await pause(1);
  }
}
