/** TCP traffic as a capture file, and its dissection by tshark. */
import { Buffer } from "node:buffer";
import type { Passed } from "./smsc_peer.ts";
import { optionArgs } from "../../src/lib/option_args.ts";

/** Port that tshark takes for SMPP's. */
const PORT = 2775;
const IP_BYTES = 20;
const TCP_BYTES = 20;
/** Link type of packets that begin with their IP header. */
const LINKTYPE_RAW = 101;

/** Builds a capture file (pcap), a packet for each piece. */
export function captureOf(passed: readonly Passed[]): Uint8Array {
  const head = Buffer.alloc(24);
  head.writeUInt32LE(0xa1b2c3d4, 0);
  head.writeUInt16LE(2, 4);
  head.writeUInt16LE(4, 6);
  head.writeUInt32LE(0x40000, 16);
  head.writeUInt32LE(LINKTYPE_RAW, 20);
  const sent = new Map<string, number>();
  const packets = passed.flatMap(({ connection, from, bytes }, at) => {
    const own = `${connection} ${from}`;
    const other = `${connection} ${from === "us" ? "peer" : "us"}`;
    const sequence = sent.get(own) ?? 1;
    sent.set(own, sequence + bytes.length);
    const header = headers(from, connection, bytes.length, sequence, sent.get(other) ?? 1);
    const record = Buffer.alloc(16);
    record.writeUInt32LE(at, 0);
    const length = header.length + bytes.length;
    record.writeUInt32LE(length, 8);
    record.writeUInt32LE(length, 12);
    return [record, header, bytes];
  });
  return Buffer.concat([head, ...packets]);
}

function headers(
  from: Passed["from"],
  connection: number,
  bytes: number,
  sequence: number,
  acknowledged: number,
): Buffer {
  const header = Buffer.alloc(IP_BYTES + TCP_BYTES);
  const [us, peer] = [50_000 + connection, PORT];
  header[0] = 0x45; // version 4, five words
  header.writeUInt16BE(header.length + bytes, 2);
  header[8] = 64;
  header[9] = 6; // TCP
  header.set([127, 0, 0, 1, 127, 0, 0, 1], 12);
  header.writeUInt16BE(from === "us" ? us : peer, 20);
  header.writeUInt16BE(from === "us" ? peer : us, 22);
  header.writeUInt32BE(sequence, 24);
  header.writeUInt32BE(acknowledged, 28);
  header[32] = TCP_BYTES / 4 << 4;
  header[33] = 0x18; // ACK, PSH
  header.writeUInt16BE(0xffff, 34);
  return header;
}

/** Returns the fields of the packets that pass a filter, one array a packet. */
export async function dissect(
  capture: Uint8Array,
  filter: string,
  fields: readonly string[],
): Promise<string[][]> {
  const file = await Deno.makeTempFile({ suffix: ".pcap" });
  try {
    await Deno.writeFile(file, capture);
    const { success, stdout, stderr } = await new Deno.Command("tshark", {
      args: [
        ...optionArgs({ "-r": file, "-d": `tcp.port==${PORT},smpp`, "-Y": filter, "-T": "fields" }),
        ...fields.flatMap((field) => ["-e", field]),
      ],
    }).output();
    const text = new TextDecoder();
    if (!success) throw new Error(text.decode(stderr));
    return text.decode(stdout).split("\n").filter((line) => line !== "")
      .map((line) => line.split("\t"));
  } finally {
    await Deno.remove(file);
  }
}
