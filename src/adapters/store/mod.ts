/** The store: one set of statements, on Postgres. */
import type { PostbackRef } from "../../core/message/event.ts";
import { type Store, StoreDown } from "../../ports/mod.ts";
import { createAccountStore } from "./accounts.ts";
import { unusedBlobs } from "./blob_uses.ts";
import { createBlockStore } from "./blocks.ts";
import { createConnectorStore } from "./connectors.ts";
import { type Database, withStoreErrors } from "./database.ts";
import { createEventStore } from "./events.ts";
import { createHandsetStore } from "./handsets.ts";
import { createIdempotencyStore, FREE_KEYS_OF_OWNER } from "./idempotency.ts";
import { createInboundStore } from "./inbound.ts";
import type { BatcherOptions } from "./batcher.ts";
import { createLinkStore } from "./links.ts";
import { createLoopbackStore } from "./loopback.ts";
import { createMessageStore } from "./messages.ts";
import { createNumberOperatorStore } from "./number_operators.ts";
import { createOperatorStore } from "./operators.ts";
import { createPostbackStore } from "./postbacks.ts";
import { createRenditionStore } from "./renditions.ts";
import { createExpire } from "./retention.ts";
import { createRouteStore } from "./routes.ts";
import { encryptedAccounts, encryptedConnectors } from "./encrypted_columns.ts";
import { type Cipher, createCipher } from "./cipher.ts";
import { createSegmentStore } from "./segments.ts";
import { createTemplateStore } from "./templates.ts";

/**
 * One statement, for it is on the way of every start. Messages are due since their last change: a
 * point in the past of everybody's clock. The conditions on due_at and prepare_at, of which a
 * message has one at most, let their indexes find them, however many messages there are.
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
  update event set held_until = null, owner = null where postback = 'pending' and owner = $1`;

export interface StoreOptions {
  /** Group commit. */
  batcher: BatcherOptions;
  /** Of secrets that are sent as they are. Default: they are kept as they are. */
  sealer?: Cipher;
  /** Told of each call of the database: why it is down, or null where it answers. */
  onCall?(down: StoreDown | null): void;
  /** Told of the postbacks of each commit, once it is durable. */
  onPostbacks(postbacks: PostbackRef[]): void;
}

/** A store on a database that has been migrated. Closing the store closes the database. */
export function createStore(
  driver: Database,
  { batcher, onCall, onPostbacks, sealer = createCipher([null]) }: StoreOptions,
): Store {
  const database = withStoreErrors(driver, onCall);
  return {
    accounts: encryptedAccounts(createAccountStore(database), sealer),
    blocks: createBlockStore(database, batcher),
    messages: createMessageStore(database, batcher, onPostbacks),
    templates: createTemplateStore(database, onPostbacks),
    events: createEventStore(database, batcher),
    postbacks: createPostbackStore(database, onPostbacks),
    inbound: createInboundStore(database, batcher, onPostbacks),
    connectors: encryptedConnectors(createConnectorStore(database), sealer),
    operators: createOperatorStore(database),
    routes: createRouteStore(database),
    numberOperators: createNumberOperatorStore(database, batcher),
    loopback: createLoopbackStore(database, batcher),
    segments: createSegmentStore(database),
    links: createLinkStore(database, batcher),
    renditions: createRenditionStore(database),
    handsets: createHandsetStore(database, batcher),
    idempotency: createIdempotencyStore(database, batcher),
    unusedBlobs: (hashes) => unusedBlobs(database.query, hashes),
    expire: createExpire(database),

    async installation() {
      const [row] = await database.query<{ id: string }>("select id::text from installation");
      return row!.id;
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
          ? "the database does not answer"
          : "the database refuses to work";
      }
    },

    close: () => database.close(),
  };
}
