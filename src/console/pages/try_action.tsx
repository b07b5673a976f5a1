/** Form of an action: fill it in, see its JSON, and send it. */
import type { FC } from "hono/jsx";
import { ACTION_REQUESTS, type ActionRequest } from "../../contract/action.ts";
import { ACTION_BUTTONS } from "../action_form/action_names.ts";
import { type Choices, loadChoices } from "../action_form/choices.ts";
import {
  addRow,
  childOf,
  type Entered,
  enteredOf,
  fieldInError,
  isBlank,
  readEntered,
  removeRow,
  shapeOf,
  urlEntry,
  valueOf,
} from "../action_form/entered.ts";
import { exampleFor, messageFor } from "../action_form/example.ts";
import { type Outcome, outcomeOf } from "../action_form/outcome.ts";
import { upload } from "../action_form/upload.ts";
import { ApiRefusal } from "../model/admin_api.ts";
import { type FormFacts, GroupFields } from "../components/action_fields.tsx";
import { AsRequest } from "../components/as_request.tsx";
import { Button, Select } from "../components/form.tsx";
import { OutcomeView } from "../components/outcome.tsx";
import { Prose } from "../components/text.tsx";
import { Refusal } from "../../core/errors.ts";
import { consoleUrl, type OpenedPage, type Page, type Visit } from "../model/page.ts";
import { newNonce, performAction } from "../model/perform_action.ts";
import { FIRST_NUMBER } from "./phone.tsx";

export const tryActionPage: Page = {
  path: "/try/:action",
  script: "try",

  async open(visit) {
    const form = formOf(visit);
    const { refused, url: { searchParams: query } } = visit;
    if (refused !== null) {
      const outcome: Outcome = { kind: "refused", refusal: refused.refusal };
      return await page(visit, attemptOf(form, refused.form), { outcome });
    }
    const example = form.examples.find(({ name }) => name === query.get("example"));
    const account = query.get("account");
    if (example !== undefined) return await openExample(visit, form, example);
    const entered = readEntered(form.body, query);
    for (const field of form.body.fields) {
      const { name, required } = field;
      const isEmpty = isBlank(childOf(entered, name));
      if (shapeOf(field) === "list" && required && isEmpty) addRow(form.body, entered, name);
    }
    return await page(visit, { form, account, entered, allowsUnknown: true });
  },

  actions: {
    preview: async (fields, visit) => await page(visit, attemptOf(formOf(visit), fields)),

    async add(fields, visit) {
      const attempt = attemptOf(formOf(visit), fields);
      const focus = addRow(attempt.form.body, attempt.entered, argumentOf(fields));
      return await page(visit, attempt, { focus });
    },

    async remove(fields, visit) {
      const attempt = attemptOf(formOf(visit), fields);
      const focus = removeRow(attempt.form.body, attempt.entered, argumentOf(fields));
      return await page(visit, attempt, { focus });
    },

    /** Enters the URL of a file; a file that is refused is a fault of its field. */
    async upload(fields, visit) {
      const attempt = attemptOf(formOf(visit), fields);
      const name = argumentOf(fields);
      const enter = urlEntry(attempt.form.body, attempt.entered, name);
      if (enter === null) throw new Refusal("invalidRequest", "no such field takes a file");
      try {
        const { url, "expires-at": until } = await upload(visit.api, fields, name);
        enter(url);
        return await page(visit, attempt, { focus: name, uploaded: { name, until } });
      } catch (error) {
        if (!(error instanceof ApiRefusal || error instanceof Refusal)) throw error;
        return await page(visit, attempt, {
          focus: name,
          mistake: { name, text: error.message },
        });
      }
    },

    async send(fields, visit) {
      const attempt = attemptOf(formOf(visit), fields);
      const outcome = await perform(visit, attempt, fields.get("nonce"));
      return await page(visit, attempt, { outcome });
    },

    /** Like `send`, for each change of a picture: a refusal is nothing to stop at. */
    async draw(fields, visit) {
      const attempt = attemptOf(formOf(visit), fields);
      const outcome = await perform(visit, attempt, null).catch((error): Outcome => {
        if (error instanceof ApiRefusal) return { kind: "refused", refusal: error };
        throw error;
      });
      return await page(visit, attempt, { outcome });
    },
  },
};

/** Shows an example, as it can be sent from here now. */
async function openExample(
  visit: Visit,
  form: ActionRequest,
  { body }: ActionRequest["examples"][number],
): Promise<OpenedPage> {
  const { api, baseUrl, isLoopback, isSandbox, now, url: { searchParams } } = visit;
  const { account } = await loadChoices(api, [], searchParams.get("account"));
  const asks = "tracking-id" in body || form.action === "getmessage";
  const trackingId = asks && account !== null ? await messageFor(api, account, body) : null;
  const example = exampleFor(body, {
    now,
    trackingId,
    filesUrl: isSandbox ? `${baseUrl}/sandbox` : null,
    phone: isLoopback ? FIRST_NUMBER : null,
  });
  const attempt = { form, account, entered: enteredOf(form.body, example), allowsUnknown: false };
  return await page(visit, attempt, { lacksMessage: asks && trackingId === null });
}

/** A filled-in form. */
interface Attempt {
  form: ActionRequest;
  account: string | null;
  entered: Entered;
  /** Whether a sender or template that the account does not have stays, to be refused. */
  allowsUnknown: boolean;
}

/** @throws {Refusal} for an unknown action */
function formOf({ params }: Visit): ActionRequest {
  const form = ACTION_REQUESTS.find(({ action }) => action === params.action);
  if (form === undefined) throw new Refusal("notFound", "There is no such action");
  return form;
}

function attemptOf(form: ActionRequest, fields: FormData): Attempt {
  const account = textOf(fields, "account");
  return {
    form,
    account,
    entered: readEntered(form.body, fields),
    allowsUnknown: account === textOf(fields, "shown-account"),
  };
}

function textOf(fields: FormData, name: string): string | null {
  const value = fields.get(name);
  return typeof value === "string" && value !== "" ? value : null;
}

/** Returns the part of the pressed button's value that follows the action's name. */
function argumentOf(fields: FormData): string {
  return String(fields.get("do")).split(" ")[1] ?? "";
}

function bodyOf({ form, entered }: Attempt): Record<string, unknown> {
  return { action: form.action, ...valueOf(form.body, entered) as object };
}

/** Performs the action. @throws {ApiRefusal} */
async function perform(
  { api }: Visit,
  attempt: Attempt,
  nonce: FormDataEntryValue | null,
): Promise<Outcome> {
  const request = bodyOf(attempt);
  const once = attempt.form.isFile || typeof nonce !== "string" ? null : nonce;
  return await outcomeOf(await performAction(api, attempt.account, request, once));
}

/**
 * Chooses the first sender and template where a required one is not chosen, or an example's does not
 * exist.
 */
function withChoices({ form, entered, allowsUnknown }: Attempt, { fields }: Choices): void {
  if (typeof entered === "string" || Array.isArray(entered)) return;
  for (const [name, options] of Object.entries(fields)) {
    const isRequired = form.body.fields.some((field) => field.name === name && field.required);
    const isKnown = options.some(({ value }) => value === entered[name]);
    const isOpen = entered[name] === "" ? isRequired : !allowsUnknown;
    if (!isKnown && isOpen) {
      entered[name] = options[0]?.value ?? (allowsUnknown ? entered[name]! : "");
    }
  }
}

/** Effect of the pressed button. */
interface Result extends Partial<Pick<FormFacts, "focus" | "mistake" | "uploaded">> {
  outcome?: Outcome | null;
  /** Whether an example asks about a message, and there is none like it. */
  lacksMessage?: boolean;
}

async function page(
  visit: Visit,
  attempt: Attempt,
  { outcome = null, lacksMessage = false, ...result }: Result = {},
): Promise<OpenedPage> {
  const { form, entered } = attempt;
  const choices = await loadChoices(visit.api, form.body.fields, attempt.account);
  withChoices(attempt, choices);
  const info = outcome?.kind === "refused" ? outcome.refusal.message : null;
  const mistake = info === null ? null : fieldInError(form.body, entered, info);
  const facts: FormFacts = {
    mistake: mistake === null ? null : { name: mistake, text: info! },
    focus: null,
    uploaded: null,
    mayUpload: visit.may("uploadFiles"),
    choices: choices.fields,
    none: choices.none,
    ...result,
  };
  const response = (outcome !== null || form.isFile) && (
    <ResponseSection
      form={form}
      outcome={outcome}
      mistake={mistake}
      hasManual={visit.hasManual}
    />
  );
  return {
    title: `Try ${form.action}`,
    main: (
      <>
        <div class="head">
          <h1>Try {form.action}</h1>
        </div>
        <Tabs current={form} account={choices.account} />
        {!form.isFile && response}
        <div class="columns">
          <ActionForm
            attempt={attempt}
            choices={choices}
            facts={facts}
            maySend={visit.may("performAction")}
            lacksMessage={lacksMessage}
          />
          <div class="beside">
            {form.isFile && response}
            <section class="card" id="request">
              <AsRequest body={bodyOf(attempt)} baseUrl={visit.baseUrl} />
            </section>
          </div>
        </div>
      </>
    ),
  };
}

const ResponseSection: FC<{
  form: ActionRequest;
  outcome: Outcome | null;
  mistake: string | null;
  hasManual: boolean;
}> = ({ form, outcome, mistake, hasManual }) => (
  <section
    class="card"
    id="outcome"
    aria-label="Response"
    aria-live="polite"
    tabindex={-1}
    autofocus={outcome !== null}
  >
    <h2>{form.isFile ? "File" : "Response"}</h2>
    {outcome === null
      ? <p class="hint">The file appears here.</p>
      : <OutcomeView of={outcome} mistake={mistake} hasManual={hasManual} />}
  </section>
);

const ActionForm: FC<{
  attempt: Attempt;
  choices: Choices;
  facts: FormFacts;
  maySend: boolean;
  lacksMessage: boolean;
}> = (
  { attempt: { form, entered }, choices: { account, accounts }, facts, maySend, lacksMessage },
) => (
  <form
    method="post"
    action={consoleUrl(`/try/${form.action}`)}
    enctype="multipart/form-data"
    class="card try"
    novalidate
    data-try={form.action === "createimage" && maySend ? "draw" : "preview"}
  >
    {/* Enter in a field shows the preview, rather than to send or remove anything. */}
    <button
      type="submit"
      class="unseen"
      name="do"
      value="preview"
      tabindex={-1}
      aria-hidden="true"
    >
      Show the request
    </button>
    <input type="hidden" name="shown-account" value={account ?? ""} />
    <input type="hidden" name="nonce" value={newNonce()} />
    <p class="hint">
      <Prose text={form.description} />
    </p>
    <Examples of={form} account={account} />
    {lacksMessage && (
      <p class="mistake">
        The account has no message for this example.{" "}
        <a href={consoleUrl("/try/sendsms", { account, example: "sendsms" })}>
          Send the example of sendsms
        </a>{" "}
        first.
      </p>
    )}
    <div class="field row account">
      <Select name="account" label="Account" options={accounts} value={account} />
      <Button do="preview">Use this account</Button>
    </div>
    <div id="fields">
      <GroupFields field={form.body} name="" entered={entered} facts={facts} isTop />
    </div>
    <p class="row">
      {maySend && (
        <Button do="send" look="primary" disabled={account === null}>
          {ACTION_BUTTONS[form.action]}
        </Button>
      )}
      <Button do="preview">Show the request</Button>
      {!maySend && <span class="hint">Your token may not send.</span>}
    </p>
  </form>
);

const Tabs: FC<{ current: ActionRequest; account: string | null }> = ({ current, account }) => (
  <nav class="tabs" aria-label="Actions">
    <ul>
      {ACTION_REQUESTS.map(({ action }) => (
        <li>
          <a
            href={consoleUrl(`/try/${action}`, { account })}
            aria-current={action === current.action ? "page" : undefined}
          >
            {action}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);

const Examples: FC<{ of: ActionRequest; account: string | null }> = ({ of, account }) => (
  <p class="row examples">
    {of.examples.map(({ name, summary }) => (
      <a
        class="button"
        href={consoleUrl(`/try/${of.action}`, { account, example: name })}
      >
        {summary === null ? "Fill in the example" : `Example: ${summary}`}
      </a>
    ))}
  </p>
);
