/** The store: one set of statements, on Postgres. */
import type { PostbackRef } from "../../core/event.ts";
import { type Store, StoreDown } from "../../env.ts";
import { createAccountStore } from "./accounts.ts";
import { unusedBlobs } from "./blob_uses.ts";
import { createBlockStore } from "./blocks.ts";
import { createConnectorStore } from "./connectors.ts";
import { type Database, withStoreErrors } from "./database.ts";
import { createEventStore } from "./events.ts";
import { createHandsetStore } from "./handsets.ts";
import { createIdempotencyStore, FREE_KEYS_OF_OWNER } from "./idempotency.ts";
import { createInboundStore } from "./inbound.ts";
import type { LaneOptions } from "./lane.ts";
import { createLinkStore } from "./links.ts";
import { createLoopbackStore } from "./loopback.ts";
import { createMessageStore } from "./messages.ts";
import { createNumberOperatorStore } from "./number_operators.ts";
import { createOperatorStore } from "./operators.ts";
import { createPostbackStore } from "./postbacks.ts";
import { createRenditionStore } from "./renditions.ts";
import { createExpire } from "./retention.ts";
import { createRouteStore } from "./routes.ts";
import { sealedAccounts, sealedConnectors } from "./sealed.ts";
import { createSealer, type Sealer } from "./sealer.ts";
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
  lane: LaneOptions;
  /** Of secrets that are sent as they are. Default: they are kept as they are. */
  sealer?: Sealer;
  /** Told of each call of the database: why it is down, or null where it answers. */
  onCall?(down: StoreDown | null): void;
  /** Told of the postbacks of each commit, once it is durable. */
  onPostbacks(postbacks: PostbackRef[]): void;
}

/** A store on a database that has been migrated. Closing the store closes the database. */
export function createStore(
  driver: Database,
  { lane, onCall, onPostbacks, sealer = createSealer([null]) }: StoreOptions,
): Store {
  const database = withStoreErrors(driver, onCall);
  return {
    accounts: sealedAccounts(createAccountStore(database), sealer),
    blocks: createBlockStore(database, lane),
    messages: createMessageStore(database, lane, onPostbacks),
    templates: createTemplateStore(database, onPostbacks),
    events: createEventStore(database, lane),
    postbacks: createPostbackStore(database, onPostbacks),
    inbound: createInboundStore(database, lane, onPostbacks),
    connectors: sealedConnectors(createConnectorStore(database), sealer),
    operators: createOperatorStore(database),
    routes: createRouteStore(database),
    numberOperators: createNumberOperatorStore(database, lane),
    loopback: createLoopbackStore(database, lane),
    segments: createSegmentStore(database),
    links: createLinkStore(database, lane),
    renditions: createRenditionStore(database),
    handsets: createHandsetStore(database, lane),
    idempotency: createIdempotencyStore(database, lane),
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
