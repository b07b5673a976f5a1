/** Mobile operators that the administrator has configured: the rows of `operator`. */
import type { OperatorRecord } from "../../../core/routing/operators.ts";
import type { OperatorStore } from "../../../ports/mod.ts";
import { asJson, type Database, type Row } from "../engine/database.ts";
import { epoch, instant } from "../engine/time.ts";

const OPERATOR = `id, name, country, mms, max_bytes, gsm_subjects,
  ${epoch("changed_at")} as changed_at`;

export function createOperatorStore({ query }: Database): OperatorStore {
  return {
    async list() {
      return (await query(`select ${OPERATOR} from operator order by id`)).map(operatorOf);
    },

    async set({ id, name, country, mms, maxBytes, gsmSubjects, changedAt }) {
      await query(
        `insert into operator (id, name, country, mms, max_bytes, gsm_subjects, changed_at)
         values ($1, $2, $3, $4, $5::text::json, $6, $7)
         on conflict (id) do update set name = excluded.name, country = excluded.country,
           mms = excluded.mms, max_bytes = excluded.max_bytes,
           gsm_subjects = excluded.gsm_subjects, changed_at = excluded.changed_at`,
        [id, name, country, mms, asJson(maxBytes), gsmSubjects, instant(changedAt)],
      );
    },

    async remove(id) {
      return (await query("delete from operator where id = $1 returning 1", [id])).length > 0;
    },
  };
}

function operatorOf(row: Row): OperatorRecord {
  return {
    id: row.id,
    name: row.name,
    country: row.country,
    mms: row.mms,
    maxBytes: row.max_bytes,
    gsmSubjects: row.gsm_subjects,
    changedAt: row.changed_at,
  };
}
