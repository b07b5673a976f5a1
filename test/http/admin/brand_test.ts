/** How an account shows itself on message pages, set through the admin API. */
import assert from "node:assert/strict";
import { admin, expectStatus, newAccount, start, test } from "./setup.ts";

Deno.test.beforeAll(start);
Deno.test.afterAll(() => test.stop());

Deno.test("an account has the display name, colour and logo of its message pages", async () => {
  const { id } = await newAccount({ "display-name": "Tulip & Söhne", "accent-colour": "#C2185b" });
  const path = `/accounts/${id}`;
  const read = () => expectStatus(200, admin("GET", path));
  const before = await read();
  assert.equal(before["display-name"], "Tulip & Söhne");
  assert.equal(before["accent-colour"], "#C2185b");
  assert.equal(before["logo-set"], false);
  await expectStatus(404, admin("DELETE", `${path}/logo`));
  const image = btoa("GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;");
  const changed = await expectStatus(200, admin("PUT", `${path}/logo`, { image }));
  assert.deepEqual(changed, { ...before, "logo-set": true });
  assert.deepEqual(await read(), changed);
  await expectStatus(204, admin("DELETE", `${path}/logo`));
  const cleared = { "display-name": null, "accent-colour": null };
  assert.deepEqual(await expectStatus(200, admin("PATCH", path, cleared)), {
    ...before,
    ...cleared,
  });
});
