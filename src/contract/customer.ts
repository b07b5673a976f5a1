/** The customers' document, read with the first import of this module. */
import customer from "../generated/customer_api.json" with { type: "json" };
import type { OpenApi } from "./openapi.ts";

export const customerApi = customer as unknown as OpenApi;
