/** RFC 7617. */
import assert from "node:assert/strict";
import { readBasic, writeBasic } from "../../../src/core/account/basic_credentials.ts";

for (const [user, password] of [["us", "secret"], ["", ""], ["ä", "pass:wörd 🔑"], ["u", ":"]]) {
  Deno.test(`${user} and ${password} come back as they were`, () => {
    const credentials = { user: user!, password: password! };
    assert.deepEqual(readBasic(writeBasic(credentials)), credentials);
  });
}

Deno.test("the scheme is read in any letter case, with spaces around the credentials", () => {
  assert.deepEqual(readBasic("bAsIc  dTpw "), { user: "u", password: "p" });
});

for (
  const header of [
    null,
    "",
    "Basic",
    "Bearer dTpw",
    "Basic !",
    "Basic dTpw dTpw",
    "Basic dQ==", // no colon
    "Basic /zr/", // no UTF-8
    "Basic dTpwx", // no base64
  ]
) {
  Deno.test(`${header} holds no credentials`, () => assert.equal(readBasic(header), null));
}
