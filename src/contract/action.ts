/** Actions of customers with their fields, as the console's forms need them. */
import type { Action } from "../generated/actions.ts";
import { customerApi } from "./customer.ts";
import { type Field, fieldsOf } from "./field.ts";
import { endpointsOf, kindsOf, resolved } from "./openapi.ts";

export interface ActionRequest {
  readonly action: Action;
  readonly description: string;
  /** Body, without `action`. */
  readonly body: Field & { readonly fields: readonly Field[] };
  /** Whether the action responds with a file, and so changes nothing. */
  readonly isFile: boolean;
  /** The document's examples of the body, by name. */
  readonly examples: readonly {
    readonly name: string;
    /** Summary, where the action has several; null: it has none. */
    readonly summary: string | null;
    readonly body: Readonly<Record<string, unknown>>;
  }[];
}

const { requestBody } = endpointsOf(customerApi).map(({ operation }) => operation)
  .find(({ operationId }) => operationId === "postAction")!;
const { schema: requests, examples = {} } = requestBody!.content["application/json"]!;
const bodies = Object.entries(examples).map(([name, { summary = null, value }]) => ({
  name,
  summary,
  body: value as Readonly<Record<string, unknown>>,
}));

/** Actions in the order of the document. */
export const ACTION_REQUESTS: readonly ActionRequest[] = kindsOf(requests)
  .map(([action, $ref]) => {
    const schema = resolved(customerApi, { $ref });
    return {
      action: action as Action,
      description: (schema.description ?? "").trim(),
      body: {
        name: action,
        type: "object",
        description: "",
        required: true,
        nullable: false,
        fields: fieldsOf(customerApi, schema).filter(({ name }) => name !== "action"),
      },
      isFile: schema["x-success"]!.includes("/"),
      examples: bodies.filter(({ body }) => body.action === action),
    };
  });
