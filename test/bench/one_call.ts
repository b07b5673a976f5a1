/**
 * Rate of one picture to many by `sendmms`, over the same picture by `sendsavedmms`: from request to last
 * postback, by turns. The picture's server confirms it by its ETag.
 */
import { bytesOf, redAboveBlue } from "../support/jpegs.ts";
import { startPostgres } from "../support/postgres.ts";
import { median, type Request } from "./load.ts";
import type { Row } from "./mod.ts";
import { pidsOf, requestOf, type Run, runLoad, SLIDE_TEXT, startStage, WARM_UP } from "./stage.ts";

const CONNECTIONS = [16, 64];
const SECONDS = 4;
const ROUNDS = 3;
/** Postbacks of a message in one call: fitted, accepted and delivered. */
const POSTBACKS = 3;
/** Part of the rate of saved templates, at least. */
const GOAL = 0.7;

export async function benchOneCall(): Promise<Row[]> {
  await using postgres = await startPostgres();
  await using stage = await startStage(postgres);
  await using picture = await servePicture();
  const saved = requestOf("sendsavedmms", stage, Number(new URL(stage.programs[0]!.url).port));
  const whole: Request = { ...saved, body: JSON.stringify(inOneCall(picture.url)) };
  const run = async (connections: number, seconds: number) => ({
    saved: await runLoad([saved], stage.receiver, pidsOf(stage), { connections, seconds }),
    whole: await runLoad([whole], stage.receiver, pidsOf(stage), {
      connections,
      seconds,
      postbacks: POSTBACKS,
    }),
  });
  await run(WARM_UP.connections, WARM_UP.seconds);
  const rows: Row[] = [];
  for (const connections of CONNECTIONS) {
    const runs: Awaited<ReturnType<typeof run>>[] = [];
    const requests = picture.statuses.length;
    for (let round = 0; round < ROUNDS; round++) runs.push(await run(connections, SECONDS));
    const messages = runs.reduce((sum, { whole }) => sum + whole.messages, 0);
    const responses = picture.statuses.slice(requests);
    console.log(
      `one call, ${connections} connections: ${responses.length} requests for the picture of ` +
        `${messages} messages, ${
          responses.filter((status) => status === 200).length
        } of them whole; ` +
        `CPU a message ${cpu(runs.map(({ whole }) => whole))} ms, ` +
        `of a template ${cpu(runs.map(({ saved }) => saved))} ms`,
    );
    const rates = {
      whole: median(runs.map(({ whole }) => whole.rate)),
      saved: median(runs.map(({ saved }) => saved.rate)),
    };
    rows.push({
      name: `one call, ${connections} connections: to the last postback`,
      value: `${rates.whole.toFixed(0)}/s`,
      ceiling: `${rates.saved.toFixed(0)}/s sendsavedmms`,
      ratio: rates.whole / rates.saved,
      target: { atLeast: GOAL },
    });
  }
  return rows;
}

function cpu(runs: readonly Run[]): string {
  return median(runs.map(({ cpu }) => cpu.service + cpu.postgres)).toFixed(3);
}

const inOneCall = (url: string) => ({
  "action": "sendmms",
  "from": "111122",
  "to": "16175550101",
  "fallback-sms-text": "See it",
  "slide": [{ "image": { url }, "message-text": SLIDE_TEXT }],
});

/** Serves the picture, and notes the status of each response. */
async function servePicture() {
  const jpeg = await bytesOf(redAboveBlue().jpeg());
  const statuses: number[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const isCurrent = request.headers.get("if-none-match") === ETAG;
    statuses.push(isCurrent ? 304 : 200);
    const headers = { "etag": ETAG, "content-type": "image/jpeg" };
    return new Response(isCurrent ? null : jpeg, { status: statuses.at(-1)!, headers });
  });
  return {
    statuses,
    url: `http://127.0.0.1:${server.addr.port}/picture.jpg`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

const ETAG = '"1"';
