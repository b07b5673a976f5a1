/** Store on Postgres. */
import { createMetrics } from "../../metrics/mod.ts";
import { type Store, StoreDown } from "../../ports/mod.ts";
import { createAccountStore } from "./accounts/accounts.ts";
import { createAdminTokenStore } from "./accounts/admin_tokens.ts";
import { createBacklog } from "./due/backlog.ts";
import { createCampaignStore } from "./subscriptions/campaigns.ts";
import { unusedBlobs } from "./files/blob_uses.ts";
import { createBlockStore } from "./accounts/blocks.ts";
import { type ClaimTable, createClaims } from "./due/claim.ts";
import { createConnectorStore } from "./routing/connectors.ts";
import { type Database, type ObserveCalls, withStoreErrors } from "./engine/database.ts";
import { createDueLookup } from "./due/due_lookup.ts";
import { LeaseLedger } from "./due/lease_ledger.ts";
import { releaseLeases } from "./due/leases.ts";
import { createEarlyReportStore } from "./messages/early_reports.ts";
import { createEndedSessionStore } from "./accounts/ended_sessions.ts";
import { createEventStore } from "./postbacks/events.ts";
import { createExchangeStore } from "./requests/exchanges.ts";
import { type CommitMetrics, createHotCommits } from "./engine/hot_commits.ts";
import { createHandsetStore } from "./routing/handsets.ts";
import { createIdempotencyStore, FREE_KEYS_OF_OWNER } from "./requests/idempotency.ts";
import { createInboundStore } from "./messages/inbound.ts";
import type { BatcherOptions } from "./engine/batcher.ts";
import type { PostbackOutlets } from "./postbacks/leased_postbacks.ts";
import { createInstallationKey } from "./secrets/installation_key.ts";
import { createNumberDigest } from "./secrets/number_digest.ts";
import { createPeopleStore } from "./people/mod.ts";
import { createLinkStore } from "./messages/links.ts";
import { createLoopbackStore } from "./messages/loopback.ts";
import { createMessageStatusStore } from "./messages/message_statuses.ts";
import { claimTable, createMessageStore } from "./messages/messages.ts";
import { createNumberOperatorStore } from "./routing/number_operators.ts";
import { createOperatorStore } from "./routing/operators.ts";
import { createPostbackStore } from "./postbacks/postbacks.ts";
import { createRenditionStore } from "./files/renditions.ts";
import { createExpire } from "./retention/retention.ts";
import { createRetentionBoundaries } from "./retention/retention_boundaries.ts";
import { createRouteStore } from "./routing/routes.ts";
import {
  encryptedAccounts,
  encryptedConnectors,
  type Encryption,
} from "./secrets/encrypted_columns.ts";
import { createCipher } from "./secrets/cipher.ts";
import { createSearchStore } from "./search/search.ts";
import { createSegmentStore } from "./messages/segments.ts";
import { createSubscriptionStore } from "./subscriptions/subscriptions.ts";
import { createTemplateStore, TEMPLATE_CLAIMS } from "./messages/templates.ts";
import { createUploadStore } from "./files/uploads.ts";
import { epoch } from "./engine/time.ts";
import { createTrafficStore } from "./traffic/counters.ts";
import { TrafficTally } from "./traffic/tally.ts";
import { UNSENT } from "./postbacks/unsent_postbacks.ts";
import { createWaitingMessages } from "./due/waiting_messages.ts";

/**
 * Releases every lease and key of an owner ($1), in one statement because each start waits for it.
 * Messages become due at their last change, which is in the past of every machine's clock. The
 * conditions on due_at and prepare_at, of which a message has at most one, make it use their
 * indexes, however many messages there are.
 */
const RECOVER = `
  with messages as (
    update message set due_at = updated_at, owner = null
    where owner = $1 and due_at is not null),
  preparations as (
    update message set prepare_at = updated_at, owner = null
    where owner = $1 and prepare_at is not null),
  templates as (
    update template set due_at = created_at, owner = null where owner = $1),
  keys as (${FREE_KEYS_OF_OWNER})
  update event set lease_until = null, owner = null where postback = 'pending' and owner = $1`;

/** Version as the server writes it before a distribution's addition in parentheses. */
const DESCRIBE = `
  select split_part(current_setting('server_version'), ' ', 1) as version,
    pg_database_size(current_database())::float8 as bytes`;

export interface StoreOptions extends PostbackOutlets {
  /** Options of group commit. */
  batcher: BatcherOptions;
  /** Encryption at rest of accounts' and connectors' secrets. Default: plain text. */
  encryption?: Encryption;
  /** Default: metrics without a reader. */
  metrics?: CommitMetrics;
  /** Duration in milliseconds from which a look-up of due work is slow. Default: due_lookup.ts. */
  slowLookupMs?: number;
  /** Observes the calls of the database. */
  observe?: ObserveCalls;
}

/** Stores secrets in plain text. */
const NO_ENCRYPTION: Encryption = { cipher: createCipher([null]), secretSettings: () => [] };

/** Creates a store on a migrated database. Closing the store closes the database. */
// size: a line for each part of the store
export function createStore(
  driver: Database,
  {
    batcher,
    observe,
    encryption = NO_ENCRYPTION,
    metrics = createMetrics(),
    slowLookupMs,
    ...outlets
  }: StoreOptions,
): Store {
  const { onPostbacks } = outlets;
  const database = withStoreErrors(driver, observe);
  const ledger = new LeaseLedger();
  const tally = new TrafficTally();
  const commits = createHotCommits(database, batcher.concurrency, metrics, ledger);
  const key = createInstallationKey(database.query, encryption.cipher);
  const digestOf = createNumberDigest(key);
  const claimsOf = (table: ClaimTable) => createClaims(database.query, table, slowLookupMs);
  const claims = {
    delivery: claimsOf(claimTable("delivery")),
    preparation: claimsOf(claimTable("preparation")),
    template: claimsOf(TEMPLATE_CLAIMS),
  };
  const lookups = {
    delivery: claims.delivery.lookup,
    preparation: claims.preparation.lookup,
    template: claims.template.lookup,
  };
  const unsent = createDueLookup(database.query, UNSENT, slowLookupMs);
  // First: a transition then finds the postbacks before its own settled.
  const events = createEventStore(database, commits, batcher, unsent, ledger);
  return {
    accounts: encryptedAccounts(createAccountStore(database), encryption.cipher),
    blocks: createBlockStore(database, batcher, digestOf),
    campaigns: createCampaignStore(database),
    subscriptions: createSubscriptionStore(database, digestOf, onPostbacks, tally),
    messages: createMessageStore(database, commits, batcher, outlets, claims, ledger, tally),
    messageStatuses: createMessageStatusStore(database),
    templates: createTemplateStore(database, onPostbacks, claims.template),
    events,
    postbacks: createPostbackStore(database, onPostbacks, unsent),
    search: createSearchStore(database),
    adminTokens: createAdminTokenStore(database),
    endedSessions: createEndedSessionStore(database),
    inbound: createInboundStore(database, batcher, digestOf, onPostbacks, tally),
    connectors: encryptedConnectors(createConnectorStore(database), encryption),
    operators: createOperatorStore(database),
    routes: createRouteStore(database),
    numberOperators: createNumberOperatorStore(database, batcher),
    loopback: createLoopbackStore(database, batcher),
    segments: createSegmentStore(database),
    earlyReports: createEarlyReportStore(database, batcher, digestOf),
    links: createLinkStore(database, batcher, onPostbacks),
    renditions: createRenditionStore(database),
    handsets: createHandsetStore(database, batcher),
    uploads: createUploadStore(database),
    people: createPeopleStore(database, digestOf),
    traffic: createTrafficStore(database, tally),
    idempotency: createIdempotencyStore(database, batcher),
    exchanges: createExchangeStore(database),
    unusedBlobs: (hashes) => unusedBlobs(database.query, hashes),
    expire: createExpire(database),
    boundaries: createRetentionBoundaries(database),
    backlog: createBacklog(database.query, { ...lookups, postback: unsent }),
    waitingMessages: createWaitingMessages(database.query, lookups),

    deriveKey: key.derive,

    async time() {
      const [row] = await database.query<{ now: number }>(
        `select ${epoch("clock_timestamp()")} as now`,
      );
      return row!.now;
    },

    async installation() {
      const [row] = await database.query<{ id: string }>("select id::text from installation");
      return row!.id;
    },

    async describe() {
      const [row] = await database.query<{ version: string; bytes: number }>(DESCRIBE);
      return row!;
    },

    releaseLeases: (now) => releaseLeases(database.query, { by: now }),

    async recover(owner) {
      await releaseLeases(database.query, { owner, by: 0 });
      await database.query(RECOVER, [owner]);
    },

    async health() {
      try {
        await database.query("select 1");
        return null;
      } catch (error) {
        return error instanceof StoreDown
          ? "the database does not respond"
          : "the database rejects queries";
      }
    },

    close: () => database.close(),
  };
}
