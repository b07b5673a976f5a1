/** Personal data: what is stored about a number, in all its forms and in all tables. */
import type { PeopleStore } from "../../../ports/mod.ts";
import type { Database } from "../engine/database.ts";
import type { NumberDigest } from "../secrets/number_digest.ts";
import { eraseFacts, erasures } from "./erasure.ts";
import { formsOf, mergedFacts, mergedSummary, stepThrough } from "./forms.ts";
import { factsOf, pages } from "./pages.ts";
import { summaryOf } from "./summary.ts";

export function createPeopleStore(database: Database, digestOf: NumberDigest): PeopleStore {
  const { query } = database;
  return {
    summary: async (person) =>
      mergedSummary(
        await Array.fromAsync(formsOf(person), (form) => summaryOf(query, digestOf, form)),
      ),

    page: (list, person, after, limit) =>
      stepThrough(person, after, (form, after) => pages[list](query, form, after, limit)),

    facts: async (person) =>
      mergedFacts(await Array.fromAsync(formsOf(person), (form) => factsOf(query, digestOf, form))),

    erase: (list, person, step) =>
      stepThrough(
        person,
        step.after,
        (form, after) => erasures[list](database, form, { ...step, after }),
      ),

    async eraseFacts(person, at) {
      for (const form of formsOf(person)) await eraseFacts(database, digestOf, form, at);
    },
  };
}
