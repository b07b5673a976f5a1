/** Requests made to exhaust the MM7 door: each is refused with its code, and the next one is taken. */
import assert from "node:assert/strict";
import { HOSTILE } from "../../fuzz/hostile_requests.ts";
import { startService, type TestService } from "../../support/service.ts";
import { createVasp, type Vasp } from "../../support/vasp.ts";

let test: TestService;
let vasp: Vasp;

Deno.test.beforeAll(async () => {
  test = await startService();
  vasp = createVasp(test);
});

Deno.test.afterAll(() => test.stop());

for (const { title, contentType, body, code, status = 200 } of HOSTILE) {
  Deno.test(`MM7 door: ${title} gets ${code}`, async () => {
    const response = await vasp.post({ contentType, raw: body() });
    assert.deepEqual([response.code, response.status], [code, status], response.xml);
    await vasp.submit();
  });
}

Deno.test("MM7 door: a body that breaks off is not accepted", async () => {
  const connection = await Deno.connect({ port: Number(new URL(test.url).port) });
  const before = (await test.admin("GET", "/messages")).body.items.length;
  const head = `POST /mm7/v1 HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\n` +
    `Content-Length: 1000\r\n\r\n<a>`;
  await connection.write(new TextEncoder().encode(head));
  connection.close();
  await vasp.submit();
  assert.equal((await test.admin("GET", "/messages")).body.items.length, before + 1);
});
