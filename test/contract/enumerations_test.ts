/** Enumerations of the core that openapi.yaml and the schema of the database repeat. */
import assert from "node:assert/strict";
import { EXCHANGE_PROTOCOLS } from "../../src/core/exchange/exchange.ts";
import { MESSAGE_STATES } from "../../src/core/message/message_state.ts";
import { STATE_GROUPS } from "../../src/core/search/search.ts";
import { adminApi } from "../../src/contract/admin.ts";
import { customerApi } from "../../src/contract/customer.ts";

const SQL = await Deno.readTextFile(
  new URL("../../src/adapters/store/migrations/0001_schema.sql", import.meta.url),
);

/** Reads the values that a column of a table may have, by its check. */
function valuesOf(table: string, column: string): string[] {
  const definition = new RegExp(`^create table ${table} \\($.*?^\\)`, "ms").exec(SQL)![0];
  const [, list] = new RegExp(`check \\(${column} in \\(([^)]*)\\)`).exec(definition)!;
  return [...list!.matchAll(/'([^']+)'/g)].map(([, value]) => value!);
}

const { schemas } = adminApi.components;

Deno.test("the database takes each state of a message, and each protocol of an exchange", () => {
  assert.deepEqual(valuesOf("message", "state"), [...MESSAGE_STATES]);
  assert.deepEqual(valuesOf("exchange", "protocol"), [...EXCHANGE_PROTOCOLS]);
});

Deno.test("the admin API names each state of a message, and each protocol of an exchange", () => {
  assert.deepEqual(schemas.MessageState!.enum, [...MESSAGE_STATES]);
  assert.deepEqual(schemas.FoundState!.enum, [...MESSAGE_STATES, "received"]);
  assert.deepEqual(schemas.Exchange!.properties!.protocol!.enum, [...EXCHANGE_PROTOCOLS]);
});

Deno.test("customers can list messages by each state", () => {
  assert.deepEqual(customerApi.components.schemas.RequestState!.enum, [...MESSAGE_STATES]);
});

Deno.test("messages can be searched by each state and group of states", () => {
  const states = [...MESSAGE_STATES, "received", ...Object.keys(STATE_GROUPS)];
  assert.deepEqual(schemas.SearchState!.enum, states);
});
