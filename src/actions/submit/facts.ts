/** Second step of a submission: loads the facts that it is judged by. */
import { smartEncodingOf } from "../../core/sms/outgoing_text.ts";
import type { Config } from "../../config/mod.ts";
import { checkAddresses, type SubmitFacts } from "../../core/submission/decision.ts";
import { isFault } from "../../core/submission/fault.ts";
import type { Addresses } from "../../core/submission/plan.ts";
import { requestedOperator } from "../../core/routing/operator_aliases.ts";
import type { SubmitRequest } from "../../core/submission/request.ts";
import type { BlockStore, RoutingDirectory } from "../../ports/mod.ts";
import type { SubmitContext } from "./context.ts";

/** Sources of the facts. */
export interface FactsContext extends Pick<SubmitContext, "access" | "accountOf"> {
  ports: {
    config: Pick<
      Config,
      "FALLBACK_LINK_EXPIRY_MAX" | "MM7_FALLBACK_TEXT_MAX" | "SMS_PLAIN_TYPOGRAPHY"
    >;
    routing: Pick<RoutingDirectory, "table">;
    store: { blocks: Pick<BlockStore, "isBlocked"> };
  };
}

type RecipientFacts = Pick<SubmitFacts, "isBlocked" | "isOperatorKnown" | "operatorId">;

/** Facts that are not loaded because an earlier check refuses the request. */
const NOT_LOADED: RecipientFacts = { operatorId: null, isOperatorKnown: true, isBlocked: false };

/**
 * Loads the facts in the order of the checks, each only where no check before it refuses: a refused
 * request causes no further query, and gets the same fault while the store is down. Concurrent
 * loads would save nothing: only blocks take a query. VASPID is usually the key of the credentials,
 * and operators are cached.
 */
export async function loadFacts(
  request: SubmitRequest,
  context: FactsContext,
): Promise<SubmitFacts> {
  const { ports: { config }, access: { account, originators } } = context;
  const owner = await context.accountOf(request.vaspId);
  const ownsVaspId = owner?.account.id === account.id;
  const addresses = checkAddresses(request, { originators, ownsVaspId });
  const recipientFacts = isFault(addresses)
    ? NOT_LOADED
    : await loadRecipientFacts(request.operatorId, addresses, context);
  return {
    account,
    addresses,
    ...recipientFacts,
    limits: {
      fallbackCharacters: config.MM7_FALLBACK_TEXT_MAX,
      fallbackLinkMs: config.FALLBACK_LINK_EXPIRY_MAX,
    },
    smartEncoding: smartEncodingOf(config, account),
  };
}

async function loadRecipientFacts(
  requested: string | null,
  { originator, to }: Addresses,
  { ports: { routing, store }, access: { account, hasBlocks } }: FactsContext,
): Promise<RecipientFacts> {
  const operatorId = requested === null
    ? null
    : requestedOperator((await routing.table()).operators, requested);
  const isOperatorKnown = requested === null || operatorId !== null;
  const isBlocked = isOperatorKnown && hasBlocks &&
    await store.blocks.isBlocked(account.id, { originator: originator.address, number: to });
  return { operatorId, isOperatorKnown, isBlocked };
}
