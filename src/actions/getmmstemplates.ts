/** `getmmstemplates` (contract section 9): lists the account's templates by pages, newest first. */
import type { Requests, Responses } from "../generated/json.ts";
import { nonBlank } from "../core/characters.ts";
import { Refusal } from "../core/errors.ts";
import { templateBytes } from "../core/template/size.ts";
import { isoMicros, parseIso } from "../core/timestamp.ts";
import type { ActionContext } from "./ports.ts";

export async function getmmstemplates(
  request: Requests["getmmstemplates"],
  { ports: { readRate, store }, access: { account } }: ActionContext,
): Promise<Responses["getmmstemplates"]> {
  readRate.take(account);
  const { "page-number": number = 1, "items-per-page": size = 100 } = request;
  const startDate = nonBlank(request["start-date"]);
  const createdAfter = startDate === null ? null : parseIso(startDate);
  if (startDate !== null && createdAfter === null) {
    throw new Refusal("startDateInvalid", "start-date is not an ISO 8601 timestamp");
  }
  const { items, total } = await store.templates.page(account.id, { createdAfter, number, size });
  return {
    "status": "Success",
    ...startDate === null ? {} : { "start-date": startDate },
    "page-number": number,
    "items-per-page": size,
    "total-results": total,
    "mms-template": items.map((template) => ({
      "mms-id": template.mmsId,
      "mms-name": template.name,
      "mms-subject": template.subject ?? "",
      "date-created": isoMicros(template.createdAt),
      "total-slides": template.slides.length,
      "mms-size": templateBytes(template),
    })),
  };
}
