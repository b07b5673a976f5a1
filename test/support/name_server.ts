/** DNS server on loopback, over UDP, that responds as the test says, late, or never. */
import { createSocket } from "node:dgram";
import type { AddressInfo } from "node:net";

export type RecordType = "A" | "AAAA";

/** Addresses of the requested type (none: the name has no such record), or a failure. */
export type NameResponse = readonly string[] | "no such name" | "silence";

export interface NameServer extends AsyncDisposable {
  ipAddr: string;
  port: number;
  /** Queries as `name type`, in order, with repeats. */
  queries: string[];
  /** Resolves a name, in lower case and without the final dot. Default: knows no name. */
  respond(name: string, type: RecordType): NameResponse | Promise<NameResponse>;
}

const TYPES = new Map<number, RecordType>([[1, "A"], [28, "AAAA"]]);
/** Length of the header (RFC 1035 section 4.1.1). */
const HEADER_BYTES = 12;

export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket("udp4");
  const opened = Promise.withResolvers<void>();
  socket.bind(0, "127.0.0.1", opened.resolve);
  await opened.promise;
  let isOpen = true;

  socket.on("message", async (query, { address, port }) => {
    const { name, type, end } = questionOf(query);
    server.queries.push(`${name} ${type}`);
    const response = await server.respond(name, type);
    if (response === "silence" || !isOpen) return;
    socket.send(responseTo(query.subarray(0, end), type, response), port, address);
  });

  const server: NameServer = {
    ipAddr: "127.0.0.1",
    port: (socket.address() as AddressInfo).port,
    queries: [],
    respond: () => "no such name",
    async [Symbol.asyncDispose]() {
      isOpen = false;
      await new Promise<void>((closed) => socket.close(() => closed()));
    },
  };
  return server;
}

function questionOf(query: Uint8Array): { name: string; type: RecordType; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  while (query[at] !== 0) {
    const length = query[at]!;
    labels.push(new TextDecoder().decode(query.subarray(at + 1, at + 1 + length)));
    at += 1 + length;
  }
  const type = TYPES.get(query[at + 1]! * 256 + query[at + 2]!)!;
  return { name: labels.join(".").toLowerCase(), type, end: at + 5 };
}

function responseTo(
  question: Uint8Array,
  type: RecordType,
  response: Exclude<NameResponse, "silence">,
): Uint8Array {
  const addresses = typeof response === "string" ? [] : response;
  const failure = response === "no such name" ? 3 : 0;
  const records = addresses.flatMap((address) => {
    const data = type === "A" ? address.split(".").map(Number) : bytesOfIPv6(address);
    // The name of the question, the type, Internet, ten seconds to live.
    return [
      0xc0,
      HEADER_BYTES,
      0,
      type === "A" ? 1 : 28,
      0,
      1,
      0,
      0,
      0,
      10,
      0,
      data.length,
      ...data,
    ];
  });
  const flagsAndCounts = [0x81, 0x80 | failure, 0, 1, 0, addresses.length, 0, 0, 0, 0];
  return new Uint8Array([
    ...question.subarray(0, 2),
    ...flagsAndCounts,
    ...question.subarray(HEADER_BYTES),
    ...records,
  ]);
}

/** Converts an address with `::` in it. */
function bytesOfIPv6(address: string): number[] {
  const [head, tail] = address.split("::").map((half) =>
    half.split(":").filter((group) => group !== "").flatMap((group) => {
      const value = parseInt(group, 16);
      return [value >> 8, value & 255];
    })
  );
  return [...head!, ...Array(16 - head!.length - tail!.length).fill(0), ...tail!];
}
