/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// @ts-check
/**
 * Form of an action: shows its JSON, and its picture, as it is filled in. The server renders them, so
 * that there is one way from a form to a request.
 */
{
  /** Pause after the last change before the form is rendered, in milliseconds. */
  const PAUSE_MS = 250;
  const form = document.querySelector("form[data-try]");

  if (form instanceof HTMLFormElement) {
    const live = form.dataset.try ?? "preview";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    let turn = 0;

    /**
     * Sends the form, and shows some parts of the page that comes back. A later call overtakes it.
     *
     * @param {string} action @param {readonly string[]} parts Their ids.
     */
    const render = async (action, parts) => {
      clearTimeout(timer);
      const own = ++turn;
      const fields = new FormData(form);
      fields.set("do", action);
      const response = await fetch(form.action, { method: "POST", body: fields }).catch(() => null);
      if (response === null || !response.ok) return false;
      const text = await response.text();
      if (own !== turn) return false;
      const page = new DOMParser().parseFromString(text, "text/html");
      for (const id of parts) {
        const [shown, next] = [document.getElementById(id), page.getElementById(id)];
        if (shown !== null && next !== null) shown.replaceChildren(...next.childNodes);
      }
      return true;
    };

    const show = () => render(live, live === "draw" ? ["request", "outcome"] : ["request"]);

    /**
     * Adds or removes a row, and moves the focus to where one goes on.
     *
     * @param {string} action @param {string} list Name of the list.
     */
    const change = async (action, list) => {
      if (!await render(action, ["fields", "request"])) return;
      const add = form.querySelector(`button[value="add ${list}"]`);
      const items = add?.parentElement?.querySelectorAll(":scope > .item");
      const control = [...items ?? []].at(-1)?.querySelector("input, select, textarea");
      const next = action.startsWith("add ") && control ? control : add;
      if (next instanceof HTMLElement) next.focus();
      if (live === "draw") show();
    };

    form.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(show, PAUSE_MS);
    });
    form.addEventListener("change", ({ target }) => {
      if (!(target instanceof HTMLSelectElement) || target.name !== "account") return;
      form.requestSubmit(form.querySelector("button[value=preview]:not(.unseen)"));
    });
    form.addEventListener("submit", (event) => {
      clearTimeout(timer);
      const value = event.submitter?.getAttribute("value") ?? "";
      const [verb, path = ""] = value.split(" ");
      if (verb !== "add" && verb !== "remove") return;
      event.preventDefault();
      change(value, verb === "add" ? path : path.replace(/\.\d+$/, ""));
    });
    const isFilled = [...new FormData(form)].some(([name, value]) =>
      value !== "" && !["account", "shown-account", "nonce"].includes(name)
    );
    // A page that came of a form has its picture already.
    if (live === "draw" && isFilled && document.querySelector("#outcome .state") === null) show();
  }
}
