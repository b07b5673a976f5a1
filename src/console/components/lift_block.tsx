/** Button that lifts a block, by the action `lift` of its page. */
import type { FC } from "hono/jsx";
import type { Block } from "../../generated/admin.ts";
import type { AdminApi } from "../model/admin_api.ts";
import { Confirm } from "./confirm.tsx";

export const LiftBlock: FC<{ of: Block }> = ({ of: { number, originator, "made-by": madeBy } }) => (
  <Confirm
    title="Lift"
    thing={`the block of ${number}${originator === null ? "" : ` for ${originator}`}`}
    do="lift"
    button="Lift"
    fields={originator === null ? { number } : { number, originator }}
  >
    {madeBy === "keyword" && "The recipient asked not to be messaged. "}
    {originator === null
      ? "All blocks of this number are lifted, so that every sender may message it again."
      : "The sender may message this number again."}
  </Confirm>
);

/** Lifts the block that a form names. */
export async function liftBlock(form: FormData, api: AdminApi, account: string): Promise<void> {
  const originator = form.get("originator");
  await api.call("removeBlock", {
    params: { account, number: String(form.get("number")) },
    query: { originator: typeof originator === "string" ? originator : undefined },
  });
}
