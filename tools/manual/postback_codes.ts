/** Rows of the table of postback codes, from the webhooks of the contract. */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

interface Schema {
  properties: Record<string, { enum?: string[] }>;
  required: string[];
}

interface Contract {
  webhooks: Record<string, {
    post: {
      summary: string;
      requestBody: { content: { "application/json": { schema: { $ref: string } } } };
    };
  }>;
  components: { schemas: Record<string, Schema> };
}

const CONTRACT = resolve(
  fileURLToPath(import.meta.url),
  "../../../src/generated/customer_api.json",
);

/** Fields of every row that are not listed: the code, and its origin. */
const COLUMNS = ["origin", "code"];

/** Returns code, origin, meaning, required and optional fields of each postback. */
export function postbackCodes(): string[][] {
  const { webhooks, components }: Contract = JSON.parse(Deno.readTextFileSync(CONTRACT));
  return Object.entries(webhooks).map(([code, { post: { summary, requestBody } }]) => {
    const { $ref } = requestBody.content["application/json"].schema;
    const { properties, required } = components.schemas[$ref.split("/").at(-1)!]!;
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
