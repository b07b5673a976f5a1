/** Replay of a postback from the page of its message. */
import type { Action } from "./page.ts";

/** @param pathOf Returns the path of the page by the id in its address. */
export function replay(pathOf: (id: string) => string): Action {
  return async (form, { api, params }) => {
    const { code } = await api.call("replayPostback", { params: { id: String(form.get("id")) } });
    return { path: pathOf(params.id!), notice: `Postback ${code} is sent again.` };
  };
}
