/** The report on documented responses. */
import assert from "node:assert/strict";
import { documentedResponses, missingResponses, responseOf } from "../../tools/test/responses.ts";

const documented = documentedResponses();

Deno.test("the documents promise each status with each code, of operations and of actions", () => {
  for (
    const response of [
      "createAccount 201",
      "createAccount 400 E100",
      "createAccount 400 E108",
      "receiveCallback 400",
      "receiveCallback 400 E100",
      "relayMm7 200 2005",
      "postAction 403 E114",
      "sendsms 200",
      "sendsms 403 E114",
      "readContent 304",
    ]
  ) {
    assert.ok(documented.includes(response), response);
  }
  for (const response of ["savemms 403 E114", "readHealth 503", "listTokens 400 E100"]) {
    assert.ok(!documented.includes(response), response);
  }
});

Deno.test("what no test has produced is reported, and nothing else", () => {
  const produced = new Set(documented);
  assert.deepEqual(missingResponses(produced), []);
  produced.delete(responseOf("postAction", 403, "E114"));
  produced.add(responseOf("postAction", 418));
  assert.deepEqual(missingResponses(produced), ["postAction 403 E114"]);
});
