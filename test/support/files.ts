/** A real web server on loopback with the files that customers' URLs point to. */

export interface FileServer extends AsyncDisposable {
  /** Serves a file from disk under this name, and returns its URL. */
  add(name: string, type: string, path: string): Promise<string>;
  /** Responds to requests for this name, and returns its URL. */
  respond(name: string, response: () => Response | Promise<Response>): string;
  /** Number of requests by name. */
  requests: Map<string, number>;
  stop(): Promise<void>;
}

export function startFiles(): FileServer {
  const responses = new Map<string, () => Response | Promise<Response>>();
  const requests = new Map<string, number>();
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const name = new URL(request.url).pathname.slice(1);
    requests.set(name, (requests.get(name) ?? 0) + 1);
    return responses.get(name)?.() ?? new Response("not found\n", { status: 404 });
  });

  const files: FileServer = {
    requests,
    respond(name, respond) {
      responses.set(name, respond);
      return `http://127.0.0.1:${server.addr.port}/${name}`;
    },
    async add(name, type, path) {
      const content = await Deno.readFile(path);
      return files.respond(
        name,
        () => new Response(content, { headers: { "content-type": type } }),
      );
    },
    stop: () => server.shutdown(),
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
  return files;
}

/** Creates a file that is served a few bytes at a time, without end. */
export function tricklingFile(bytes: number, everyMs: number): Response {
  let timer: ReturnType<typeof setInterval>;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array([0xff, 0xd8, 0xff]));
      timer = setInterval(() => controller.enqueue(new Uint8Array(bytes)), everyMs);
    },
    cancel: () => clearInterval(timer),
  });
  const headers = { "content-type": "image/jpeg", "content-length": "1000000" };
  return new Response(body, { headers });
}
