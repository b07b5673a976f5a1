/** Store on Postgres. */
import { createMetrics } from "../../metrics/mod.ts";
import { type Store, StoreDown } from "../../ports/mod.ts";
import { createAccountStore } from "./accounts.ts";
import { createAdminTokenStore } from "./admin_tokens.ts";
import { createBacklog } from "./backlog.ts";
import { unusedBlobs } from "./blob_uses.ts";
import { createBlockStore } from "./blocks.ts";
import { type ClaimTable, createClaims } from "./claim.ts";
import { createConnectorStore } from "./connectors.ts";
import { type Database, type ObserveCalls, withStoreErrors } from "./database.ts";
import { createDueLookup } from "./due_lookup.ts";
import { createEarlyReportStore } from "./early_reports.ts";
import { createEndedSessionStore } from "./ended_sessions.ts";
import { createEventStore } from "./events.ts";
import { createExchangeStore } from "./exchanges.ts";
import { type CommitMetrics, createHotCommits } from "./hot_commits.ts";
import { createHandsetStore } from "./handsets.ts";
import { createIdempotencyStore, FREE_KEYS_OF_OWNER } from "./idempotency.ts";
import { createInboundStore } from "./inbound.ts";
import type { BatcherOptions } from "./batcher.ts";
import type { PostbackOutlets } from "./leased_postbacks.ts";
import { createInstallationKey } from "./installation_key.ts";
import { createNumberDigest } from "./number_digest.ts";
import { createPeopleStore } from "./people/mod.ts";
import { createLinkStore } from "./links.ts";
import { createLoopbackStore } from "./loopback.ts";
import { claimTable, createMessageStore } from "./messages.ts";
import { createNumberOperatorStore } from "./number_operators.ts";
import { createOperatorStore } from "./operators.ts";
import { createPostbackStore } from "./postbacks.ts";
import { createRenditionStore } from "./renditions.ts";
import { createExpire } from "./retention.ts";
import { createRetentionBoundaries } from "./retention_boundaries.ts";
import { createRouteStore } from "./routes.ts";
import { encryptedAccounts, encryptedConnectors, type Encryption } from "./encrypted_columns.ts";
import { createCipher } from "./cipher.ts";
import { createSearchStore } from "./search.ts";
import { createSegmentStore } from "./segments.ts";
import { createTemplateStore, TEMPLATE_CLAIMS } from "./templates.ts";
import { createUploadStore } from "./uploads.ts";
import { epoch } from "./time.ts";
import { UNSENT } from "./unsent_postbacks.ts";
import { createWaitingMessages } from "./waiting_messages.ts";

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
  const commits = createHotCommits(database, batcher.concurrency, metrics);
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
  const events = createEventStore(database, commits, batcher, unsent);
  return {
    accounts: encryptedAccounts(createAccountStore(database), encryption.cipher),
    blocks: createBlockStore(database, batcher, digestOf),
    messages: createMessageStore(database, commits, batcher, outlets, claims),
    templates: createTemplateStore(database, onPostbacks, claims.template),
    events,
    postbacks: createPostbackStore(database, onPostbacks, unsent),
    search: createSearchStore(database),
    adminTokens: createAdminTokenStore(database),
    endedSessions: createEndedSessionStore(database),
    inbound: createInboundStore(database, batcher, digestOf, onPostbacks),
    connectors: encryptedConnectors(createConnectorStore(database), encryption),
    operators: createOperatorStore(database),
    routes: createRouteStore(database),
    numberOperators: createNumberOperatorStore(database, batcher),
    loopback: createLoopbackStore(database, batcher),
    segments: createSegmentStore(database),
    earlyReports: createEarlyReportStore(database, batcher, digestOf),
    links: createLinkStore(database, batcher),
    renditions: createRenditionStore(database),
    handsets: createHandsetStore(database, batcher),
    uploads: createUploadStore(database),
    people: createPeopleStore(database, digestOf),
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

    async recover(owner) {
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
