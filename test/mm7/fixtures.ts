/** Requests of real clients and a real relay, as recorded on the wire. */
import { indexOf } from "../mime/bytes.ts";

const FOLDER = new URL("../fixtures/mm7/", import.meta.url);

/** Names of all fixtures, sorted. */
export const FIXTURES: readonly string[] = [...Deno.readDirSync(FOLDER)]
  .map(({ name }) => name)
  .sort();

export interface Fixture {
  readonly contentType: string;
  readonly body: Uint8Array;
}

export function fixture(name: string): Fixture {
  const bytes = Deno.readFileSync(new URL(name, FOLDER));
  const end = indexOf(bytes, "\r\n\r\n");
  const head = new TextDecoder().decode(bytes.subarray(0, end));
  const contentType = /^content-type: *(.*)$/im.exec(head)![1]!;
  return { contentType, body: bytes.subarray(end + 4) };
}
