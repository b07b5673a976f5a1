/**
 * `deletemmsid` (contract section 9): removes a template. Its files go once no accepted message and
 * no hosted page needs them.
 */
import type { Requests, Responses } from "../generated/json.ts";
import { Refusal } from "../core/errors.ts";
import type { ActionContext } from "./ports.ts";

export async function deletemmsid(
  { "mms-id": mmsId }: Requests["deletemmsid"],
  { ports: { clock, readRate, store }, access: { account } }: ActionContext,
): Promise<Responses["deletemmsid"]> {
  readRate.take(account);
  if (!await store.templates.remove(mmsId, account.id, clock.now())) {
    throw new Refusal("templateUnknown");
  }
  return { "status": "Success", "mms-id": mmsId };
}
