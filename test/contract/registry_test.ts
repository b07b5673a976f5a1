/** Every route of the service is in openapi.yaml, and every operation of openapi.yaml is served. */
import assert from "node:assert/strict";
import { compareRoutes, realApp } from "./registry.ts";
import { document } from "./validate.ts";
import { Document } from "../../tools/generate/document.ts";

Deno.test("the app serves every operation of openapi.yaml, and nothing else", () => {
  assert.deepEqual(compareRoutes(realApp(), document), {
    unregistered: [],
    undocumented: [],
    stale: [],
  });
});

Deno.test("a route that openapi.yaml lacks is found, at the doors and in the admin API", () => {
  const real = realApp();
  real.app.get("/api/v3", (c) => c.text(""));
  real.admin.delete("/admin/v1/messages/:id", (c) => c.body(null, 204));
  assert.deepEqual(compareRoutes(real, document).undocumented, [
    "GET /api/v3",
    "DELETE /admin/v1/messages/{id}",
  ]);
});

Deno.test("an operation that the app lacks is found, whatever else is at its path", () => {
  const tree = structuredClone(document.tree) as { paths: Record<string, unknown> };
  const { get } = tree.paths["/healthz"] as { get: unknown };
  Object.assign(tree.paths, { "/api/v2": { ...tree.paths["/api/v2"] as object, get } });
  tree.paths["/admin/v1/pings"] = { get };
  assert.deepEqual(compareRoutes(realApp(), new Document(tree)).unregistered, [
    "GET /api/v2",
    "GET /admin/v1/pings",
  ]);
});
