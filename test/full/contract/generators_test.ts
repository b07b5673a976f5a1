/**
 * Clients that public generators make of `/openapi.json`: they compile, refuse a text without a
 * recipient, and send one through a running service.
 */
import assert from "node:assert/strict";
import { optionArgs } from "../../../src/lib/option_args.ts";
import { LOCKED, runDeno, runTool, specifierOf, type Tool } from "../../support/npm_tool.ts";
import { newDirectory } from "../../support/scratch.ts";
import { SHORT_CODE, startService } from "../../support/service.ts";

/** A generator, and a program that sends a text by the client that it makes. */
interface Generator {
  /** Arguments, which read `openapi.json`. */
  args: readonly string[];
  /** Program with `BASE_URL`, `KEY` and `text`; prints the tracking-id. */
  program: string;
}

const GENERATORS: Partial<Record<Tool, Generator>> = {
  "@hey-api/openapi-ts": {
    args: [
      ...optionArgs({
        "--input": "openapi.json",
        "--output": "hey",
        "--client": "@hey-api/client-fetch",
      }),
      "--no-log-file",
      "--silent",
    ],
    program: `
import { createClient } from "./hey/client";
import { postAction } from "./hey/sdk.gen";

const client = createClient({ baseUrl: BASE_URL, auth: KEY });
const { data } = await postAction({ client, body: { action: "sendsms", ...text } });
if (data && "tracking-id" in data) console.log(data["tracking-id"]);

// @ts-expect-error: a text needs a recipient
export const refused = () => postAction({ client, body: { action: "sendsms", ...noRecipient } });
`,
  },
  "orval": {
    args: ["--config", "orval.config.mjs"],
    program: `
import { postAction } from "./orval";

const headers = { "x-api-key": KEY };
const { data, status } = await postAction({ action: "sendsms", ...text }, { headers });
if (status === 200 && "tracking-id" in data) console.log(data["tracking-id"]);

// @ts-expect-error: a text needs a recipient
export const refused = () => postAction({ action: "sendsms", ...noRecipient });
`,
  },
  "openapi-typescript": {
    args: ["openapi.json", "--output", "paths.ts", "--default-non-nullable=false"],
    program: `
import createClient from "${specifierOf("openapi-fetch")}";
import type { paths } from "./paths";

const headers = { "x-api-key": KEY };
const client = createClient<paths>({ baseUrl: BASE_URL, headers });
const { data } = await client.POST("/api/v2", { body: { action: "sendsms", ...text } });
if (typeof data === "object" && "tracking-id" in data) console.log(data["tracking-id"]);

// @ts-expect-error: a text needs a recipient
export const refused = () => client.POST("/api/v2", { body: { action: "sendsms", ...noRecipient } });
`,
  },
  "swagger-typescript-api": {
    args: ["generate", "--path", "openapi.json", "--output", ".", "--name", "swagger.ts"],
    program: `
import { Api } from "./swagger";

const { api } = new Api({
  baseUrl: BASE_URL,
  baseApiParams: { headers: { "x-api-key": KEY } },
});
const { data } = await api.postAction({ action: "sendsms", ...text });
if ("tracking-id" in data) console.log(data["tracking-id"]);

// @ts-expect-error: a text needs a recipient
export const refused = () => api.postAction({ action: "sendsms", ...noRecipient });
`,
  },
  "quicktype": {
    args: [
      ...optionArgs({ "--src-lang": "schema", "--lang": "typescript", "--out": "quicktype.ts" }),
      "openapi.json#/components/schemas/SendsmsRequest",
      "openapi.json#/components/schemas/SendsmsResponse",
    ],
    program: `
import { Convert, type SendsmsRequest } from "./quicktype";

const response = await fetch(BASE_URL + "/api/v2", {
  method: "POST",
  headers: { "content-type": "application/json", "x-api-key": KEY },
  body: Convert.sendsmsRequestToJson({ action: "sendsms", ...text }),
});
console.log(Convert.toSendsmsResponse(await response.text())["tracking-id"]);

// @ts-expect-error: a text needs a recipient
export const refused: SendsmsRequest = { action: "sendsms", ...noRecipient };
`,
  },
};

/** Configuration of orval: of several media types of a response, its client reads the named ones. */
const orvalConfig = (baseUrl: string) => `
export default {
  slidepost: {
    input: "./openapi.json",
    output: {
      target: "./orval.ts",
      client: "fetch",
      baseUrl: ${JSON.stringify(baseUrl)},
      override: { contentType: { include: ["application/json"] } },
    },
  },
};
`;

Deno.test("clients that five generators make of the document compile, and send a text", async (t) => {
  await using test = await startService();
  const directory = await newDirectory();
  const write = (name: string, text: string) => Deno.writeTextFile(`${directory}/${name}`, text);
  await write("openapi.json", await (await fetch(`${test.url}/openapi.json`)).text());
  await write("orval.config.mjs", orvalConfig(test.url));
  const compilerOptions = { strict: true, noUncheckedIndexedAccess: true };
  await write("deno.json", JSON.stringify({ compilerOptions, unstable: ["sloppy-imports"] }));
  const preamble = `
const BASE_URL = ${JSON.stringify(test.url)};
const KEY = ${JSON.stringify(test.apiKey)};
const noRecipient = { from: "${SHORT_CODE.address}", "message-text": "Hello" };
const text = { ...noRecipient, to: "16175550101" };
`;

  await Promise.all(
    Object.entries(GENERATORS).map(async ([tool, { args, program }], index) => {
      const { code, output } = await runTool(tool as Tool, args, directory);
      assert.equal(code, 0, `${tool}:\n${output}`);
      await write(`${index}.ts`, preamble + program);
    }),
  );
  const programs = Object.keys(GENERATORS).map((_, index) => `${index}.ts`);
  const flags = [...LOCKED, "--config=deno.json"];
  const checked = await runDeno(["check", ...flags, ...programs], directory);
  assert.equal(checked.code, 0, checked.output);

  for (const [index, tool] of Object.keys(GENERATORS).entries()) {
    await t.step(`${tool} sends a text`, async () => {
      const { code, output, stdout } = await runDeno(
        ["run", "--no-check", "--allow-net", ...flags, `${index}.ts`],
        directory,
      );
      assert.equal(code, 0, output);
      const { status } = await test.admin("GET", `/messages/${stdout.trim()}`);
      assert.equal(status, 200, output);
    });
  }
});
