import assert from "node:assert/strict";

/** Public tools that customers may validate the contract with. */
const TOOLS: [what: string, args: string[]][] = [
  [
    "@redocly/cli finds nothing",
    ["npm:@redocly/cli@2.77.0", "lint", "openapi.yaml", "--config", ".redocly.yaml"],
  ],
  ["openapi-typescript makes types of it", ["npm:openapi-typescript@7.13.0", "openapi.yaml"]],
];

for (const [title, args] of TOOLS) {
  Deno.test(`openapi.yaml: ${title}`, async () => {
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--lock=test/deno.lock", ...args],
      cwd: new URL("../../", import.meta.url),
      env: { REDOCLY_TELEMETRY: "off", NO_COLOR: "1" },
    }).output();
    const [output, complained] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
    assert.equal(code, 0, `${output}\n${complained}`);
  });
}
