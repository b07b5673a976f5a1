/** Admin operations on blocks: recipients that an account may not message. */
import { findOriginator, readNumber, readOriginator } from "../../core/account/address.ts";
import { isErasedNumber } from "../../core/account/block.ts";
import { Refusal } from "../../core/errors.ts";
import type { AdminHandlers } from "../../generated/admin.ts";
import type { ProvisionPorts } from "../../actions/provision.ts";
import type { AccountDirectory, Store } from "../../ports/mod.ts";
import { missing, requireAccount } from "./refusals.ts";
import { blockView } from "./views.ts";

export interface BlockPorts {
  accounts: AccountDirectory;
  provision: ProvisionPorts;
  store: Pick<Store, "accounts" | "blocks">;
}

export function blockHandlers({ accounts, provision, store }: BlockPorts) {
  return {
    async addBlock({ params: { account }, body: fields }) {
      await requireAccount(store, account);
      const number = numberOf(fields.number);
      const originator = await originatorOf(account, fields.originator);
      const since = provision.clock.now();
      const block = await store.blocks.add(account, { originator, number, since });
      accounts.invalidate(account);
      return blockView(account, block);
    },

    async listBlocks({ params: { account }, query: { number, originator, cursor, limit } }) {
      await requireAccount(store, account);
      const originators = await store.accounts.originators(account);
      // A block may be for a sender that the account has no more.
      const addressOf = (sender: string) =>
        findOriginator(originators, sender)?.address ?? readOriginator(sender) ?? sender;
      const filter = {
        number: number === undefined ? undefined : readNumber(number) ?? number,
        originator: originator === undefined ? undefined : addressOf(originator),
      };
      const page = await store.blocks.list(account, filter, { cursor: cursor ?? null, limit });
      const items = page.items.map((block) => blockView(account, block));
      return { items, "next-cursor": page.nextCursor };
    },

    async removeBlock({ params: { account, number }, query: { originator } }) {
      const isFound = await store.blocks.lift(account, {
        number: isErasedNumber(number) ? number : numberOf(number),
        originator: await originatorOf(account, originator),
      });
      accounts.invalidate(account);
      if (!isFound) throw missing("block");
    },
  } satisfies Partial<AdminHandlers>;

  /**
   * Resolves a sender of the account; null: the block is for all of them.
   *
   * @throws {Refusal} E100
   */
  async function originatorOf(account: string, sender: string | undefined): Promise<string | null> {
    if (sender === undefined) return null;
    const originators = await store.accounts.originators(account);
    const originator = findOriginator(originators, sender);
    if (originator !== undefined) return originator.address;
    throw new Refusal("invalidRequest", "originator is not a sender of the account");
  }
}

function numberOf(text: string): string {
  const number = readNumber(text);
  if (number === null) {
    throw new Refusal("invalidRequest", "number is not an international number");
  }
  return number;
}
