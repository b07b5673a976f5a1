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
     * Sends the form.
     *
     * @param {string} action @param {[name: string, file: File]} [upload] The file to send; others
     * stay here.
     * @returns {Promise<{ isDone: boolean, page: Document } | null>} The page that comes back; null
     * where none does.
     */
    const send = async (action, upload) => {
      const fields = new FormData(form);
      for (const [name, value] of [...fields]) if (value instanceof File) fields.delete(name);
      if (upload !== undefined) fields.set(...upload);
      fields.set("do", action);
      try {
        const response = await fetch(form.action, { method: "POST", body: fields });
        const page = new DOMParser().parseFromString(await response.text(), "text/html");
        return { isDone: response.ok, page };
      } catch {
        return null;
      }
    };

    /**
     * Sends the form, and shows some parts of the page that comes back. A later call overtakes it.
     *
     * @param {string} action @param {readonly string[]} parts Their ids.
     */
    const render = async (action, parts) => {
      clearTimeout(timer);
      const own = ++turn;
      const result = await send(action);
      if (!result?.isDone || own !== turn) return false;
      for (const id of parts) {
        const [shown, next] = [document.getElementById(id), result.page.getElementById(id)];
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

    /**
     * Uploads a file, and shows its field as it comes back; other fields may be filled in meanwhile.
     *
     * @param {Element} control Element with `data-upload`. @param {File} file
     */
    const upload = async (control, file) => {
      const name = control.getAttribute("data-upload");
      const status = control.querySelector("[role=status]");
      control.setAttribute("aria-busy", "true");
      if (status !== null) status.textContent = `Uploading ${file.name} …`;
      const result = await send(`upload ${name}`, [`file:${name}`, file]);
      const next = result?.page.querySelector(`[data-upload="${name}"]`)?.closest(".field");
      control.removeAttribute("aria-busy");
      if (!result?.isDone || !next) {
        const refusal = result?.page.querySelector("[role=alert], .empty h1");
        const reason = refusal?.textContent ?? "try again";
        if (status !== null) status.textContent = `${file.name} could not be uploaded: ${reason}`;
        return;
      }
      control.closest(".field")?.replaceWith(next);
      const input = next.querySelector("input");
      if (input !== null && !form.contains(document.activeElement)) input.focus();
      show();
    };

    /**
     * Finds where a dropped file goes: the field below it, else the first one without a URL, and
     * without a file that is being uploaded.
     *
     * @param {EventTarget | null} target
     */
    const fieldAt = (target) => {
      const below = target instanceof Element ? target.closest(".field") : null;
      const own = below?.querySelector("[data-upload]");
      if (own) return own;
      return [...form.querySelectorAll("[data-upload]:not([aria-busy])")].find((field) => {
        const control = form.querySelector(`input[name="${field.getAttribute("data-upload")}"]`);
        return control instanceof HTMLInputElement && control.value === "" &&
          control.checkVisibility();
      });
    };

    /** @param {Element | null} [field] Field to mark as the one that a file would go to. */
    const mark = (field = null) => {
      for (const each of form.querySelectorAll("[data-upload]")) {
        each.classList.toggle("target", each === field);
      }
    };

    form.addEventListener("dragover", (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      mark(fieldAt(event.target));
    });
    form.addEventListener("dragleave", () => mark());
    form.addEventListener("drop", (event) => {
      mark();
      const file = event.dataTransfer?.files[0];
      if (file === undefined) return;
      event.preventDefault();
      const field = fieldAt(event.target);
      if (field) upload(field, file);
    });

    form.addEventListener("input", ({ target }) => {
      clearTimeout(timer);
      if (target instanceof HTMLInputElement && target.type === "file") return;
      timer = setTimeout(show, PAUSE_MS);
    });
    form.addEventListener("change", ({ target }) => {
      if (target instanceof HTMLInputElement && target.files?.[0]) {
        const field = target.closest("[data-upload]");
        if (field !== null) upload(field, target.files[0]);
      }
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
