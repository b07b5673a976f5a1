/** Form that composes a message or a template. */
import type { FC } from "hono/jsx";
import { countSegments } from "../../core/sms/sms_text.ts";
import { MAX_SLIDES } from "../../core/template/slides.ts";
import type { Option } from "../action_form/choices.ts";
import type { Composition, CompositionKind } from "../composition/composition.ts";
import type { Mistake } from "../composition/mistake.ts";
import { consoleUrl } from "../model/page.ts";
import { Button, Select } from "./form.tsx";
import { SlideCards, SlideText } from "./slide_cards.tsx";
import { grouped } from "./text.tsx";

export interface CompositionFacts {
  composition: Composition;
  /** Path of the form. */
  path: string;
  mistake: Mistake | null;
  /** Faults of files, by the position of their slide. */
  faults: ReadonlyMap<number, readonly string[]>;
  accounts: readonly Option[];
  senders: readonly Option[];
  /** Whether the account sends to subscribers of a campaign only. */
  needsCampaign: boolean;
  mayUpload: boolean;
  maySend: boolean;
  /** Says where the number's phone is; null: nothing. */
  numberHint: string | null;
  nonce: string;
}

const VERBS: Readonly<Record<CompositionKind, string>> = {
  text: "Send the text",
  picture: "Send the picture",
  template: "Save the template",
};

export const CompositionForm: FC<{ facts: CompositionFacts }> = ({ facts }) => {
  const { composition, path, mistake, maySend, nonce } = facts;
  const { kind } = composition;
  return (
    <form
      method="post"
      action={consoleUrl(path)}
      enctype="multipart/form-data"
      id="compose"
      class="card composing"
      novalidate
      data-compose=""
    >
      {/* Enter in a field finishes the form, rather than to move or remove a slide. */}
      <button
        type="submit"
        class="unseen"
        name="do"
        value="finish"
        tabindex={-1}
        aria-hidden="true"
      >
        {VERBS[kind]}
      </button>
      <input type="hidden" name="nonce" value={nonce} />
      {kind === "template" && (
        <input type="hidden" id="draft" name="draft" value={composition.draft ?? ""} />
      )}
      {mistake !== null && mistake.control === null && (
        <p class="problem" role="alert">{mistake.text}</p>
      )}
      <AccountField facts={facts} />
      {kind === "template"
        ? <LineField facts={facts} name="name" label="Name of the template" maxLength={200} />
        : <Parties facts={facts} />}
      {kind === "text"
        ? <TextFields of={composition} mistake={mistake} />
        : <SlideFields facts={facts} />}
      <p class="row finish">
        {maySend
          ? <Button do="finish" look="primary">{VERBS[kind]}</Button>
          : <span class="hint">Your token may not send.</span>}
        <span data-plain="">
          <Button do={kind === "template" ? "prepare" : "preview"}>Show it on the phone</Button>
        </span>
      </p>
    </form>
  );
};

const TextFields: FC<{ of: Composition; mistake: Mistake | null }> = ({ of, mistake }) => {
  const [slide] = of.slides;
  return (
    <>
      <input type="hidden" name="slide.0.key" value={slide!.key} />
      <SlideText
        of={slide!}
        at={0}
        label="Message"
        mistake={mistake}
        hasTags={false}
        count={lengthOf(slide!.text)}
      />
    </>
  );
};

const SlideFields: FC<{ facts: CompositionFacts }> = ({ facts }) => {
  const { composition, faults, mayUpload, mistake } = facts;
  return (
    <>
      <LineField facts={facts} name="subject" label="Subject (may be empty)" maxLength={1000} />
      <SlideCards of={composition} mistake={mistake} faults={faults} mayUpload={mayUpload} />
      <p class="hint" role="status" id="upload-status"></p>
      {composition.slides.length < MAX_SLIDES && <Button do="add">Add a slide</Button>}
      {composition.fallback !== null && <Fallback text={composition.fallback} mistake={mistake} />}
      {composition.kind === "template" && <More facts={facts} />}
    </>
  );
};

/** Fields that few templates have. */
const More: FC<{ facts: CompositionFacts }> = ({ facts }) => {
  const { fallback, hasNoFallback, hasNoLink, reference } = facts.composition;
  return (
    <details class="more" open={hasNoFallback || hasNoLink || reference !== ""}>
      <summary>More</summary>
      <LineField
        facts={facts}
        name="reference"
        label="Your own reference (may be empty)"
        maxLength={64}
      />
      {fallback !== null && (
        <>
          <Check name="no-fallback" label="Phones without MMS get nothing" isOn={hasNoFallback} />
          <Check name="no-link" label="Their text has no link" isOn={hasNoLink} />
        </>
      )}
    </details>
  );
};

const Check: FC<{ name: string; label: string; isOn: boolean }> = ({ name, label, isOn }) => (
  <p class="check">
    <input type="checkbox" id={`field-${name}`} name={name} value="yes" checked={isOn} />{" "}
    <label for={`field-${name}`}>{label}</label>
  </p>
);

/** Choice of an account; where there is only one, nothing is asked. */
const AccountField: FC<{ facts: CompositionFacts }> = ({ facts: { accounts, composition } }) => {
  if (accounts.length === 1) {
    return <input type="hidden" name="account" value={accounts[0]!.value} />;
  }
  return (
    <div class="field row account">
      <Select name="account" label="Account" options={accounts} value={composition.account} />
      <span data-plain="">
        <Button do="preview">Use this account</Button>
      </span>
    </div>
  );
};

const Parties: FC<{ facts: CompositionFacts }> = ({ facts }) => {
  const { composition: { account, from }, senders, needsCampaign, numberHint, mistake } = facts;
  return (
    <div class="fields">
      <div class="field">
        {senders.length === 0
          ? (
            <p>
              The account has no sender for this.{" "}
              <a href={consoleUrl(`/accounts/${account}`)}>Add one to it</a> first.
            </p>
          )
          : <Select name="from" label="From" options={senders} value={from} />}
        {mistake?.control === "from" && <p class="mistake" role="alert">{mistake.text}</p>}
      </div>
      <LineField
        facts={facts}
        name="to"
        label="To: number of the phone"
        maxLength={64}
        hint={numberHint}
        isNumber
      />
      {needsCampaign && (
        <LineField
          facts={facts}
          name="campaign"
          label="Campaign of the subscription"
          maxLength={200}
        />
      )}
    </div>
  );
};

interface LineProps {
  facts: CompositionFacts;
  name: "campaign" | "name" | "reference" | "subject" | "to";
  label: string;
  maxLength: number;
  hint?: string | null;
  isNumber?: boolean;
}

const LineField: FC<LineProps> = (
  { facts: { composition, mistake }, name, label, maxLength, hint = null, isNumber = false },
) => {
  const id = `field-${name}`;
  const fault = mistake?.control === name ? mistake.text : null;
  const described = [fault === null ? [] : `${id}-fault`, hint === null ? [] : `${id}-hint`].flat();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        name={name}
        type={isNumber ? "tel" : "text"}
        value={composition[name]}
        maxlength={maxLength}
        dir="auto"
        autocomplete="off"
        autofocus={fault !== null}
        aria-invalid={fault === null ? undefined : "true"}
        aria-describedby={described.length === 0 ? undefined : described.join(" ")}
      />
      {fault !== null && <p class="mistake" id={`${id}-fault`} role="alert">{fault}</p>}
      {hint !== null && <p class="hint" id={`${id}-hint`}>{hint}</p>}
    </div>
  );
};

const Fallback: FC<{ text: string; mistake: Mistake | null }> = ({ text, mistake }) => {
  const fault = mistake?.control === "fallback" ? mistake.text : null;
  return (
    <div class="field">
      <label for="field-fallback">If a phone takes no MMS, it gets this text and a link</label>
      <textarea
        id="field-fallback"
        name="fallback"
        rows={2}
        maxlength={5000}
        dir="auto"
        autofocus={fault !== null}
        aria-invalid={fault === null ? undefined : "true"}
        aria-describedby={fault === null ? "count-fallback" : "fallback-fault count-fallback"}
      >
        {`\n${text}`}
      </textarea>
      {fault !== null && <p class="mistake" id="fallback-fault" role="alert">{fault}</p>}
      <p class="hint">
        <span id="count-fallback" data-count="">{lengthOf(text)}</span>
      </p>
    </div>
  );
};

/** Length of an SMS: `12 characters, 1 SMS`. */
function lengthOf(text: string): string {
  if (text === "") return "0 characters";
  const units = text.length === 1 ? "1 character" : `${grouped(text.length)} characters`;
  return `${units}, ${grouped(countSegments(text))} SMS`;
}
