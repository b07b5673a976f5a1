/** Responses of an MMSC that break off, or have a wrong length: read as far as they came. */
import assert from "node:assert/strict";
import type { Socket } from "node:net";
import type { SubmissionResult } from "../../src/ports/mod.ts";
import { ok, rawResponse, startRawServer } from "../support/raw_server.ts";
import { newSubmission, startCarrier } from "./carrier.ts";

const RSP = "<e><SubmitRsp><Status><StatusCode>1000</StatusCode></Status>" +
  "<MessageID>id-1</MessageID></SubmitRsp></e>";
const REFUSED = RSP.replace("1000", "2002");

const ACCEPTED: SubmissionResult = { status: "accepted", carrierId: "id-1" };
const UNREADABLE = { status: "unconfirmed", reason: "HTTP 200: no MM7 status", hasResponse: true };

/** Responses by their behaviour on the socket, and their results. */
const CASES: Record<string, [respond: (socket: Socket) => void, expected: object]> = {
  "a Content-Length that is too long": [
    (socket) => socket.end(ok("content-length: 999", RSP)),
    ACCEPTED,
  ],
  "a Content-Length that is too short": [
    (socket) => socket.end(ok(`content-length: ${RSP.length - 4}`, RSP)),
    ACCEPTED,
  ],
  "chunks without the last": [
    (socket) =>
      socket.end(ok("transfer-encoding: chunked", `${RSP.length.toString(16)}\r\n${RSP}\r\n`)),
    ACCEPTED,
  ],
  "an end inside the MessageID": [
    (socket) => socket.end(ok("content-length: 999", RSP.slice(0, RSP.indexOf("-1<")))),
    { status: "accepted", carrierId: "track" },
  ],
  "an end inside the code": [
    (socket) => socket.end(ok("content-length: 999", RSP.slice(0, RSP.indexOf("00<")))),
    UNREADABLE,
  ],
  "an end behind the head": [(socket) => socket.end(ok("content-length: 999", "")), UNREADABLE],
  "a refusal that is cut off": [
    (socket) => socket.end(ok("content-length: 999", REFUSED)),
    {
      status: "permanent",
      outcome: { outcome: "rejected", details: "Message Rejected", reason: "MM7 2002" },
    },
  ],
  "HTTP 503 with half a page": [
    (socket) => socket.end(rawResponse("503 Down\r\ncontent-length: 999", "<html>")),
    { status: "temporary", reason: "HTTP 503" },
  ],
  "HTTP 500 with half a page": [
    (socket) => socket.end(rawResponse("500 Oops\r\ncontent-length: 999", "<html>")),
    { status: "unconfirmed", reason: "HTTP 500: no MM7 status" },
  ],
  "half a head": [
    (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-le"),
    { status: "unconfirmed", reason: "the connection to the server failed" },
  ],
};

for (const [title, [respond, expected]] of Object.entries(CASES)) {
  Deno.test(`an MMSC's response with ${title}`, async () => {
    await using server = await startRawServer((_path, socket) => respond(socket));
    await using carrier = await startCarrier({ url: server.url });
    const result = await carrier.connector.submit(newSubmission({ trackingId: "track" }));
    const { advice: _, ...rest } = { advice: undefined, ...result };
    assert.deepEqual(rest, expected);
  });
}
