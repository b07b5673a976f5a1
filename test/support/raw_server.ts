/** HTTP server on loopback that sends exactly these bytes, well formed or not. */
import { createServer, type Socket } from "node:net";

/** @param request Head and body of the request as far as they have arrived. */
export type Respond = (path: string, socket: Socket, request: string) => void;

export interface RawServer extends AsyncDisposable {
  url: string;
  port: number;
  /** Open connections. */
  sockets: Set<Socket>;
}

export async function startRawServer(respond: Respond): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let text = "";
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    socket.on("data", (chunk) => {
      text += chunk;
      if (!text.includes("\r\n\r\n")) return;
      const request = text;
      text = "";
      respond(request.split(" ")[1]!, socket, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    sockets,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Builds a response: `404 Not Found\r\nname: value`, and its body. */
export const rawResponse = (head: string, body = "") => `HTTP/1.1 ${head}\r\n\r\n${body}`;
export const ok = (headers: string, body: string) => rawResponse(`200 OK\r\n${headers}`, body);
