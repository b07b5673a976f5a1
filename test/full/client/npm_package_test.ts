/** Package of the TypeScript client, with its declarations under the strictest compilers. */
import assert from "node:assert/strict";
import ts from "npm:typescript@5.9.3";
import { LICENCE, MANIFESTS } from "../../../tools/package/manifests.ts";
import { STRICTEST } from "../../../tools/package/typescript.ts";
import { packageTask } from "../../support/package_task.ts";
import { newDirectory } from "../../support/scratch.ts";

const CONSUMER = `
import { Client, type Postback, SlidepostError, verifyPostback } from "@slidepost/client";

const client = new Client({ baseUrl: "http://127.0.0.1", apiKey: "k", timeout: undefined });
const { trackingId, segments } = await client.sendsms(
  { messageText: "Hi", to: "1", from: "2", campaignRef: undefined },
  { idempotencyKey: undefined },
);
const id: string = trackingId;
const count: number = segments;

export function codeOf(error: unknown): string | null {
  return error instanceof SlidepostError ? error.code : null;
}

export function handsetOf(postback: Postback): string | undefined {
  switch (postback.code) {
    case "N102":
      return postback.handset;
    case null:
      return String(postback.body.account);
    default:
      return id.repeat(count);
  }
}

export const postback: Promise<Postback> = verifyPostback(new Uint8Array(), { "webhook-id": ["x"] }, ["s"]);

// @ts-expect-error A field that does not exist is refused.
await client.sendsms({ messageText: "Hi", to: "1", from: "2", text: "Hi" });
// @ts-expect-error A value that does not exist is refused.
await client.createimage({ barcode: { type: "None" } });
`;

const RESOLUTIONS: Record<string, ts.CompilerOptions> = {
  node16: {
    module: ts.ModuleKind.Node16,
    moduleResolution: ts.ModuleResolutionKind.Node16,
  },
  bundler: {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  },
};

Deno.test("the task builds the package of TypeScript by default, and tells its licence or that it has none", async () => {
  const folder = await newDirectory();
  const { code, output, complaint } = await packageTask(folder);
  assert.equal(code, 0, complaint);
  assert.match(output, /^built @slidepost\/client \S+ in dist\/typescript\n/);
  assert.ok(output.includes(`licence: ${LICENCE || "LICENCE in"}`), output);
  const read = (name: string) => Deno.readTextFile(`${folder}/dist/typescript/${name}`);
  assert.equal(await read("package.json"), MANIFESTS.typescript.write(LICENCE));
  assert.match(await read("README.md"), /in `dist\/typescript`/);
});

Deno.test("the declarations compile under strict options, with either resolution", async () => {
  const folder = await newDirectory();
  const target = `${folder}/node_modules/@slidepost/client`;
  assert.equal((await packageTask(folder, "typescript", target)).code, 0);
  await Deno.writeTextFile(`${folder}/package.json`, '{"type": "module"}');
  await Deno.writeTextFile(`${folder}/consumer.ts`, CONSUMER);
  for (const [name, resolution] of Object.entries(RESOLUTIONS)) {
    const program = ts.createProgram([`${folder}/consumer.ts`], {
      ...STRICTEST,
      ...resolution,
      noEmit: true,
      skipDefaultLibCheck: true,
    });
    const faults = ts.getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
    assert.deepEqual(faults, [], name);
  }
});
