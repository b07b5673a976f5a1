/** Names whose servers never respond, used by some accounts, keep no other account waiting. */
import assert from "node:assert/strict";
import { newCustomer } from "../support/customer.ts";
import { bytesOf, redAboveBlue } from "../support/jpegs.ts";
import { startNameServer } from "../support/name_server.ts";
import { jsonOf, startService } from "../support/service.ts";
import { until } from "../support/until.ts";

const HOSTILE_ACCOUNTS = 4;
const IMAGES_EACH = 50;
const ROUNDS = 15;

Deno.test("200 backgrounds at names that never resolve: another account's requests and files are prompt", async () => {
  await using parts = new AsyncDisposableStack();
  const names = parts.use(await startNameServer());
  names.respond = (name, type) =>
    name.endsWith(".hanging.example") ? "silence" : type === "A" ? ["127.0.0.1"] : [];
  const jpeg = await bytesOf(redAboveBlue().jpeg());
  const { addr } = parts.use(Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    () => new Response(jpeg, { headers: { "content-type": "image/jpeg" } }),
  ));
  // Only the time limit of look-ups could end them, and it is longer than the test.
  const patient = {
    DNS_TIMEOUT: "1m",
    FETCH_CONNECT_TIMEOUT: "2m",
    PICTURE_FETCH_TIMEOUT: "10m",
    // Downloads do not wait for each other either.
    PICTURE_FETCH_CONCURRENCY: "1000",
  };
  const test = parts.use(await startService({ config: patient, nameServer: names }));
  const image = (host: string) => ({
    action: "createimage",
    "background-image-url": `http://${host}:${addr.port}/background.jpg`,
  });
  const bystander = parts.use(await newCustomer(test));
  await (await bystander.post(image("warm.example"))).bytes();

  let ended = 0;
  const hostile: Promise<Response>[] = [];
  for (let account = 0; account < HOSTILE_ACCOUNTS; account++) {
    const customer = parts.use(await newCustomer(test));
    for (let n = 0; n < IMAGES_EACH; n++) {
      const response = customer.post(image(`never-${account}-${n}.hanging.example`));
      hostile.push(response);
      response.then(() => ended++, () => ended++);
    }
  }
  const hanging = () =>
    new Set(names.queries.filter((query) => query.endsWith(".hanging.example A"))).size;
  await until(hanging, (count) => count >= 10);

  for (let round = 0; round < ROUNDS; round++) {
    const [created] = await Promise.all([
      bystander.post(image(`prompt-${round}.example`)),
      bystander.send(),
      Deno.stat(test.dataDir),
      Deno.makeTempFile({ dir: test.dataDir }).then((file) => Deno.readFile(file)),
    ]);
    assert.equal(created.status, 200, await created.text());
  }
  await until(hanging, (count) => count === hostile.length);
  assert.equal(ended, 0, "no request waited for one of them: all were in flight all the time");

  names.respond = () => "no such name";
  for (const response of hostile) {
    const refused = await jsonOf(await response, 422);
    const reason = "background-image-url: the URL's host name could not be resolved";
    assert.deepEqual([refused["error-code"], refused["error-info"]], ["E1502", reason]);
  }
});
