/** Rows of the table of postback codes, from the webhooks of the contract. */
import { customerApi } from "../../src/contract/customer.ts";
import { resolved } from "../../src/contract/openapi.ts";

/** Fields of every row that are not listed: the code, and its origin. */
const COLUMNS = ["origin", "code"];

/** Returns code, origin, meaning, required and optional fields of each postback. */
export function postbackCodes(): string[][] {
  return Object.entries(customerApi.webhooks!).map(([code, { post: { summary, requestBody } }]) => {
    const { schema } = requestBody!.content["application/json"]!;
    const { properties = {}, required = [] } = resolved(customerApi, schema);
    const fields = Object.keys(properties).filter((field) => !COLUMNS.includes(field));
    const listed = (isRequired: boolean) =>
      fields.filter((field) => required.includes(field) === isRequired)
        .map((field) => `\`${field}\``).join(", ");
    return [
      `\`${code}\``,
      `\`${properties.origin!.enum![0]}\``,
      summary.replace(/\.$/, ""),
      listed(true),
      listed(false),
    ];
  });
}
