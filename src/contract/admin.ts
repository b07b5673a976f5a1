/** The admin API's document and operations, read with the first import of this module. */
import admin from "../generated/admin_api.json" with { type: "json" };
import type { AdminOperationId } from "../generated/admin.ts";
import type { OpenApi } from "./openapi.ts";
import { type Operation, operationsOf } from "./operation.ts";

export type AdminOperation = Operation<AdminOperationId>;

export const adminApi = admin as unknown as OpenApi;

export const adminOperations = operationsOf(adminApi) as readonly AdminOperation[];

const byId = new Map(adminOperations.map((operation) => [operation.operationId, operation]));

export function adminOperation(id: AdminOperationId): AdminOperation {
  return byId.get(id)!;
}
