/** Personal data: what is stored about a number, in all tables. */
import type { PeopleStore } from "../../../ports/mod.ts";
import type { Database } from "../database.ts";
import type { NumberDigest } from "../number_digest.ts";
import { eraseFacts, erasures } from "./erasure.ts";
import { factsOf, pages } from "./pages.ts";
import { summaryOf } from "./summary.ts";

export function createPeopleStore(database: Database, digestOf: NumberDigest): PeopleStore {
  const { query } = database;
  return {
    summary: (person) => summaryOf(query, digestOf, person),
    page: (list, person, after, limit) => pages[list](query, person, after, limit),
    facts: (person) => factsOf(query, digestOf, person),
    erase: (list, person, step) => erasures[list](database, person, step),
    eraseFacts: (person, at) => eraseFacts(database, digestOf, person, at),
  };
}
