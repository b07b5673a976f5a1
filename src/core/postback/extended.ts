/** Fields of postbacks beyond the spec, for accounts with `extended-postbacks` (contract section 9). */
import type { Keyword } from "../keyword/keyword.ts";
import type { NewEvent } from "../message/event.ts";

/** Operators by id, as far as postbacks name them. */
export type OperatorNames = ReadonlyMap<string, { readonly name: string }>;

/** Postback, as an event has it. */
type Postback = Pick<NewEvent, "code" | "isDerived"> & { body: string };

/** Adds the operator of its recipient to the postback of a message to a handset, if it is known. */
export function withOperator<P extends Postback>(
  postback: P,
  operatorId: string | null,
  operators: OperatorNames,
): P {
  const name = operatorId === null ? undefined : operators.get(operatorId)?.name;
  return extended(postback, {
    "operator-id": operatorId ?? undefined,
    "operator-name": name,
  });
}

/** Adds the keyword of its text, and the operator, to the postback of a message from a handset. */
export function withKeyword<P extends Postback>(
  postback: P,
  keyword: Keyword | null,
  operatorId: string | null,
): P {
  return extended(postback, {
    keyword: keyword?.toUpperCase(),
    "operator-id": operatorId ?? undefined,
  });
}

/** Adds fields behind those of a body, which is stored from then on. */
function extended<P extends Postback>(
  postback: P,
  fields: Record<string, string | undefined>,
): P {
  const added = JSON.stringify(fields);
  if (added === "{}") return postback;
  // What is there stays the same to the byte.
  const body = `${postback.body.slice(0, -1)},${added.slice(1)}`;
  return { ...postback, body, isDerived: false };
}
