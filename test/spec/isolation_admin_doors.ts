/** Requests to the admin API and to public routes, with the slots where a name can stand. */
import assert from "node:assert/strict";
import { createRoutes } from "../../src/http/routes.ts";
import { type AdminOperation, adminOperations } from "../../src/contract/admin.ts";
import { silentLog } from "../../src/log/mod.ts";
import { document } from "../contract/validate.ts";
import { ADMIN_TOKEN } from "../support/service.ts";
import type { Door } from "./isolation_doors.ts";
import type { World } from "./isolation_world.ts";

// deno-lint-ignore no-explicit-any -- bodies of any kind
type Json = any;

/** Lists admin operations on one account, requested for the rival under other names. */
export function adminDoors({ test, rival }: World): Door[] {
  return adminOperations.filter(isOfAccount).map((operation): Door => {
    const fields = operation.body.filter(({ type, values }) =>
      type === "string" && values === undefined
    ).map(({ name }) => name);
    const own = [...operation.pathParams, ...operation.query].map(({ name }) => name);
    // Words find the account's own texts, which may have anything in them; so does an export.
    const others = ["cursor", "limit", "query", "text"];
    if (operation.operationId === "exportPerson") others.push("number");
    return {
      title: operation.operationId,
      atOnce: 1,
      slots: [...own, ...fields].filter((slot) => slot !== "account" && !others.includes(slot)),
      ask: (values) =>
        askAdmin(test.url, operation, { ...values, account: rival.account }, bearer()),
    };
  });
}

/** Reports whether the operation names the account that it works on. */
function isOfAccount({ operationId, pathParams, query, body }: AdminOperation): boolean {
  const fields = [...pathParams, ...query, ...body];
  return fields.some(({ name }) => name === "account") && operationId !== "createAccount";
}

/** Lists all admin operations, requested without a token. */
export function adminStranger(
  { test }: World,
  operation: AdminOperation,
  headers: Record<string, string>,
): Door {
  return {
    title: operation.operationId,
    atOnce: 16,
    slots: [...operation.pathParams, ...operation.query].map(({ name }) => name),
    ask: (values) => askAdmin(test.url, operation, values, headers),
  };
}

export const bearer = (token = ADMIN_TOKEN) => ({ authorization: `Bearer ${token}` });

export function askAdmin(
  url: string,
  operation: AdminOperation,
  values: Record<string, string>,
  headers: Record<string, string>,
): Promise<Response> {
  let { path } = operation;
  for (const { name } of operation.pathParams) {
    path = path.replace(`{${name}}`, encodeURIComponent(values[name] ?? "none"));
  }
  const query = new URLSearchParams();
  for (const { name } of operation.query) if (values[name]) query.set(name, values[name]);
  // A change names only the field of its slot.
  const body = operation.method === "POST" ? exampleOf(operation) : {};
  for (const { name } of operation.body) if (values[name]) body[name] = values[name];
  const hasBody = operation.body.length > 0;
  return fetch(`${url}${path}?${query}`, {
    method: operation.method,
    headers: { ...headers, ...hasBody ? { "content-type": "application/json" } : {} },
    body: hasBody ? JSON.stringify(body) : undefined,
  });
}

/** Returns the contract's first example of a body, or an empty one. */
function exampleOf({ path, method }: AdminOperation): Json {
  const { requestBody } = (document.tree as Json).paths[path][method.toLowerCase()];
  const examples = requestBody?.content["application/json"].examples ?? {};
  const [first] = Object.values<Json>(examples);
  return structuredClone(first?.value ?? {});
}

const NAMES = ["code", "connector", "file", "token"];

/**
 * Lists public routes. A secret code grants access to its page or link, so no rival's name is put
 * in its place.
 */
export function publicDoors({ test, rival }: World): Door[] {
  const unused = () => assert.fail("only its routes are looked at");
  const parts = {
    jsonDoor: unused,
    xmlDoor: unused,
    mm7Door: unused,
    mm7Relay: unused,
    content: unused,
    page: unused,
    click: unused,
    health: unused,
    exposition: unused,
    receiver: unused,
    admin: unused,
    docs: { load: unused, baseUrl: unused },
    log: silentLog(),
  };
  const paths = new Set(createRoutes(parts).routes.map(({ path }) => path));
  const { "hosted file": inbound, page } = rival.resources;
  const own: Record<string, string> = { token: inbound.token!, code: page.code! };
  return [...paths].map((path): Door => {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
    assert.ok(names.every((name) => NAMES.includes(name)), `${path} has a name of a new kind`);
    return {
      title: path,
      atOnce: 16,
      slots: names,
      ask: (values) =>
        fetch(
          test.url + path.replaceAll(/:(\w+)/g, (_, name) =>
            encodeURIComponent(values[name] ?? own[name] ?? "none")),
          { redirect: "manual" },
        ),
    };
  });
}
