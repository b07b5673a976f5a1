/** Providers of hosted APIs, for the tests that all of them share: each in the file of its kind. */
import { carriers } from "../../../src/connectors/mod.ts";
import type { HttpCarrierKind } from "../../../src/core/routing/connector.ts";
import type { ProviderCase } from "./fake.ts";

const CALLBACKS = "/carriers";
const kinds = Object.values(carriers)
  .filter(({ callbackPath }) => callbackPath === CALLBACKS)
  .map(({ kind }) => kind);

export const PROVIDERS = Object.fromEntries(
  await Promise.all(
    kinds.map(async (kind) => [kind, (await import(`./${kind}.ts`))[`${kind}Case`]]),
  ),
) as { readonly [K in HttpCarrierKind]: ProviderCase<K> };
