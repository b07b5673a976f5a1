/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// @ts-check
/**
 * Form that composes: shows the phone, the counters and the request as one types, and uploads files
 * as soon as they are chosen, dropped or pasted; those of a template are prepared at once. The server
 * renders them all.
 */
{
  /** Pause after the last change before the form is rendered, in milliseconds. */
  const PAUSE_MS = 250;
  const form = document.querySelector("form[data-compose]");

  if (form instanceof HTMLFormElement) {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    /** End of the last exchange: each begins with what the one before has shown. */
    let turn = Promise.resolve();
    /** Exchanges that change slides and have not ended. */
    let changes = 0;

    /** @param {() => Promise<void>} work */
    const inTurn = (work) => {
      turn = turn.then(work);
      return turn;
    };

    /** mms-id of the draft, in the form of a template. */
    const draft = form.querySelector("#draft");

    /** Follows how far the draft is, whose id the address has. */
    const followDraft = () => {
      if (!(draft instanceof HTMLInputElement)) return;
      const address = new URL(location.href);
      const { searchParams } = address;
      if (draft.value === (searchParams.get("draft") ?? "")) return;
      searchParams.delete("draft");
      if (draft.value !== "") {
        searchParams.delete("from");
        searchParams.set("draft", draft.value);
      }
      history.replaceState(null, "", address);
      dispatchEvent(new PopStateEvent("popstate"));
    };

    /** @param {string} text */
    const say = (text) => {
      const status = document.getElementById("upload-status");
      if (status !== null) status.textContent = text;
    };

    /**
     * Sends the form, with these files only.
     *
     * @param {string} action @param {{ name: string, files: readonly File[] }} [chosen]
     * @returns {Promise<Document | string>} The page that comes back, or why none does.
     */
    const send = async (action, chosen) => {
      const fields = new FormData(form);
      for (const [name, value] of [...fields]) if (value instanceof File) fields.delete(name);
      for (const file of chosen?.files ?? []) fields.append(chosen?.name ?? "", file, file.name);
      fields.set("do", action);
      try {
        const response = await fetch(form.action, { method: "POST", body: fields });
        const page = new DOMParser().parseFromString(await response.text(), "text/html");
        if (page.querySelector("form[data-compose]") !== null) return page;
        return page.querySelector("[role=alert], .empty h1, body")?.textContent?.trim() ||
          "try again";
      } catch {
        return "the service does not respond; try again";
      }
    };

    /** Shows the parts that follow what is typed. @param {Document} page */
    const showBeside = (page) => {
      for (const id of ["preview", "prepared"]) {
        const [part, next] = [document, page].map((each) => each.getElementById(id));
        // @ts-expect-error: declared by live.js, which precedes this script
        if (part && next) merge(part, [...next.children]);
      }
      const nextDraft = page.getElementById("draft");
      if (draft instanceof HTMLInputElement && nextDraft instanceof HTMLInputElement) {
        draft.value = nextDraft.value;
        followDraft();
      }
      const [request, nextRequest] = [document, page].map((each) => each.getElementById("request"));
      if (request && nextRequest) request.replaceChildren(...nextRequest.childNodes);
      for (const count of form.querySelectorAll("[data-count]")) {
        const counted = page.getElementById(count.id);
        if (counted !== null) count.textContent = counted.textContent;
      }
    };

    /** Shows the slides, with what was typed on each meanwhile. @param {Document} page */
    const showSlides = (page) => {
      const [shown, next] = [document, page].map((each) => each.getElementById("slides"));
      if (!shown || !next) return;
      const focused = document.activeElement;
      const key = focused?.closest("[data-key]")?.getAttribute("data-key");
      for (const card of shown.children) {
        const typed = card.querySelector("textarea");
        const same = next.querySelector(`[data-key="${card.getAttribute("data-key")}"] textarea`);
        if (typed !== null && same instanceof HTMLTextAreaElement) same.value = typed.value;
      }
      const isText = focused instanceof HTMLTextAreaElement;
      const selection = isText ? [focused.selectionStart, focused.selectionEnd] : [0, 0];
      const isWithin = shown.contains(focused);
      shown.replaceWith(next);
      reveal();
      if (!isWithin) return;
      const card = next.querySelector(`[data-key="${key}"]`) ?? next.lastElementChild;
      const control = card?.querySelector(isText ? "textarea" : "input[type=file], textarea");
      if (control instanceof HTMLElement) control.focus();
      if (isText && control instanceof HTMLTextAreaElement) {
        control.setSelectionRange(selection[0] ?? 0, selection[1] ?? 0);
      }
    };

    const render = () => {
      clearTimeout(timer);
      inTurn(async () => {
        const page = await send("preview");
        if (typeof page !== "string") showBeside(page);
      });
    };

    /**
     * Changes the slides.
     *
     * @param {string} action @param {{ key: string | null, files: readonly File[] }} [chosen] Files
     * and the key of their slide.
     */
    const change = (action, chosen) => {
      clearTimeout(timer);
      changes++;
      return inTurn(async () => {
        const name = chosen?.files.map((file) => file.name).join(", ") ?? "";
        if (chosen) say(`Uploading ${name} …`);
        const card = chosen && form.querySelector(`[data-key="${chosen.key}"]`);
        const at = card?.getAttribute("data-slide") ?? "0";
        const page = await send(action, chosen && { name: `file:${at}`, files: chosen.files });
        changes--;
        if (typeof page === "string") return say(`${name} could not be uploaded: ${page}`);
        showSlides(page);
        showBeside(page);
        if (chosen) say(page.querySelector(".slide-card .mistake") ? "" : `Uploaded ${name}.`);
      });
    };

    /** Has the draft prepared with the slides as they are. */
    const prepare = () => {
      clearTimeout(timer);
      changes++;
      inTurn(async () => {
        const page = await send("prepare");
        changes--;
        if (typeof page !== "string") showBeside(page);
      });
    };

    /** @param {EventTarget | null} target @param {FileList | undefined} files */
    const upload = (target, files) => {
      if (!files?.length) return false;
      const below = target instanceof Element ? target.closest(".slide-card") : null;
      const card = below ?? form.querySelector(".slide-card:last-child");
      if (card === null) return false;
      const action = draft === null ? "preview" : "prepare";
      change(action, { key: card.getAttribute("data-key"), files: [...files] });
      return true;
    };

    /** Swaps what is of use with a script for what is of use without. */
    const reveal = () => {
      for (const part of form.querySelectorAll("[data-insert], [data-scripted]")) {
        part.removeAttribute("hidden");
      }
      for (const part of form.querySelectorAll("[data-plain]")) part.setAttribute("hidden", "");
    };

    form.addEventListener("input", ({ target }) => {
      clearTimeout(timer);
      if (target instanceof HTMLInputElement && target.type === "file") return;
      timer = setTimeout(render, PAUSE_MS);
    });
    form.addEventListener("change", ({ target }) => {
      if (target instanceof HTMLInputElement && target.hasAttribute("data-pick")) {
        upload(target, target.files ?? undefined);
        target.value = "";
      }
      const isText = target instanceof HTMLTextAreaElement && target.closest(".slide-card");
      if (isText && draft instanceof HTMLInputElement && draft.value !== "") prepare();
      if (!(target instanceof HTMLSelectElement) || target.name !== "account") return;
      const preview = form.querySelector("button[value=preview]");
      if (preview instanceof HTMLElement) form.requestSubmit(preview);
    });
    form.addEventListener("paste", (event) => {
      if (upload(event.target, event.clipboardData?.files)) event.preventDefault();
    });
    /** @param {EventTarget | null} [target] */
    const mark = (target = null) => {
      const below = target instanceof Element ? target.closest(".slide-card") : null;
      for (const card of form.querySelectorAll(".slide-card")) {
        card.classList.toggle("target", card === below);
      }
    };
    form.addEventListener("dragover", (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      mark(event.target);
    });
    form.addEventListener("dragleave", () => mark());
    form.addEventListener("drop", (event) => {
      mark();
      if (upload(event.target, event.dataTransfer?.files)) event.preventDefault();
    });
    form.addEventListener("click", ({ target }) => {
      const button = target instanceof Element ? target.closest("[data-insert]") : null;
      const text = document.getElementById(button?.getAttribute("data-for") ?? "");
      if (button === null || !(text instanceof HTMLTextAreaElement)) return;
      const tag = button.getAttribute("data-insert") ?? "";
      text.setRangeText(tag, text.selectionStart, text.selectionEnd, "end");
      text.focus();
      render();
    });
    form.addEventListener("submit", (event) => {
      clearTimeout(timer);
      const { submitter } = event;
      const action = submitter?.getAttribute("value") ?? "";
      if (/^(?:add|remove|up|down|detach)\b/.test(action)) {
        event.preventDefault();
        change(action);
      } else if (changes > 0) {
        event.preventDefault();
        turn.then(() => form.requestSubmit(submitter));
      }
    });
    reveal();
    followDraft();
    const isUnprepared = draft instanceof HTMLInputElement && draft.value === "";
    if (isUnprepared && form.querySelector(".slide-files") !== null) prepare();
  }
}
