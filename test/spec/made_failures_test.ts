/** Spec 4.6, 4.7 and 4.8: failures of the actions that return files. */
import assert from "node:assert/strict";
import { ask } from "../http/door.ts";
import { startService, type TestService } from "../support/service.ts";

let test: TestService;

Deno.test.beforeAll(async () => {
  test = await startService();
});

Deno.test.afterAll(() => test.stop());

const FAILURES: [section: string, action: string, code: string][] = [
  ["4.6", "createimage", "E1501"],
  ["4.7", "createcontact", "E1601"],
  ["4.8", "createcalendar", "E1703"],
];

for (const [section, action, code] of FAILURES) {
  Deno.test(`spec ${section} failure: status, error-code and error-info, as JSON`, async () => {
    const { body, headers, status } = await ask(test, { action });
    assert.equal(status, 400);
    assert.match(headers.get("content-type") ?? "", /^application\/json/);
    assert.deepEqual(Object.keys(body), ["status", "error-code", "error-info"]);
    assert.deepEqual([body.status, body["error-code"]], ["failure", code]);
    assert.notEqual(body["error-info"], "");
  });
}
