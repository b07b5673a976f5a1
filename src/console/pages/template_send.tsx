/** Form that sends a template for a test, as its account would. */
import type { FC } from "hono/jsx";
import { type MergeTag, piecesOf } from "../../core/personalisation/merge_tags.ts";
import { visible } from "../../core/visible.ts";
import type { TemplateDetail, TemplateSend } from "../../generated/admin.ts";
import { Copyable } from "../components/copyable.tsx";
import { Button, Form, Select } from "../components/form.tsx";
import { Live } from "../components/live.tsx";
import { Value } from "../components/text.tsx";
import { consoleUrl, type Visit } from "../model/page.ts";
import { curlOf } from "../model/same_request.ts";
import { fromsOf } from "../model/senders.ts";

/** Facts that the form needs. */
export interface SendFacts {
  template: TemplateDetail;
  /** Senders and pools, by what `from` says. */
  senders: readonly string[];
  /** Sender and recipient to begin with. */
  from: string;
  to: string;
}

/** Number that the loopback carrier delivers to. */
const SANDBOX_NUMBER = "16175550101";
/** Prefix of the fields of merge tags. */
const TAG = "tag:";
/** Maximum merge tags with a field; a template may have thousands. */
const TAGS_MAX = 40;

/** Loads the account's senders, and the addresses of its last message. */
export async function sendFactsOf(
  { api, isSandbox }: Visit,
  template: TemplateDetail,
): Promise<SendFacts> {
  const { account } = template;
  const [{ items: addresses }, { items: pools }, { items: [last] }] = await Promise.all([
    api.call("listSenders", { params: { account } }),
    api.call("listPools", { params: { account } }),
    api.call("listMessages", { query: { account, limit: 1 } }),
  ]);
  const senders = fromsOf(addresses, pools);
  return {
    template,
    senders,
    from: senders.find((from) => from === last?.from) ?? senders[0] ?? "",
    to: last?.to ?? (isSandbox ? SANDBOX_NUMBER : ""),
  };
}

export const SendForm: FC<{ facts: SendFacts; visit: Visit }> = ({ facts, visit }) => {
  const { template, senders, from, to } = facts;
  if (senders.length === 0) {
    return (
      <p>
        The account has no sender.{" "}
        <a href={consoleUrl(`/accounts/${template.account}`)}>Add one to it</a> first.
      </p>
    );
  }
  const form = visit.refused?.form.get("do") === "send" ? visit.refused.form : null;
  const valueOf = (name: string, preset: string) => String(form?.get(name) ?? preset);
  const tags = tagsOf(template);
  return (
    <Form class="send">
      <div class="fields">
        <div class="field">
          <Select
            name="from"
            label="Sender"
            options={senders.map((from) => ({ value: from, name: from }))}
            value={valueOf("from", from)}
          />
        </div>
        <Field name="to" label="Number" value={valueOf("to", to)} maxLength={64} isNumber />
        {tags.slice(0, TAGS_MAX).map(({ key, otherwise }, index) => (
          <Field
            id={`field-tag-${index}`}
            name={`${TAG}${key}`}
            label={`{$${key}}`}
            value={valueOf(`${TAG}${key}`, "")}
            preset={otherwise}
            maxLength={5000}
          />
        ))}
      </div>
      {tags.length > TAGS_MAX && (
        <p class="hint">{tags.length - TAGS_MAX} further merge tags take their defaults.</p>
      )}
      <details open={["campaign-ref", "client-reference"].some((name) => valueOf(name, "") !== "")}>
        <summary>More</summary>
        <div class="fields">
          <Field
            name="campaign-ref"
            label="Campaign"
            value={valueOf("campaign-ref", "")}
            maxLength={200}
          />
          <Field
            name="client-reference"
            label="Client reference"
            value={valueOf("client-reference", "")}
            preset={template["client-reference"] ?? ""}
            maxLength={64}
          />
        </div>
      </details>
      <Live id="send-button" class="row">{sendButton(template)}</Live>
    </Form>
  );
};

/** Renders the button of the form, which works once the template is ready. */
export function sendButton({ state }: TemplateDetail) {
  return (
    <>
      <Button do="send" look="primary" disabled={state !== "ready"}>Send</Button>
      {state === "locked" && <span class="hint">It can be sent once it is ready.</span>}
      {state === "failed" && <span class="hint">It cannot be sent, because a file failed.</span>}
    </>
  );
}

/** The same as a request of the account. */
export const SendRequest: FC<{ facts: SendFacts; baseUrl: string }> = ({ facts, baseUrl }) => {
  const { template, from, to } = facts;
  const request = {
    "action": "sendsavedmms",
    "mms-id": template["mms-id"],
    "from": from,
    "to": to || SANDBOX_NUMBER,
  };
  return (
    <details>
      <summary>As a request</summary>
      <Copyable text={curlOf(baseUrl, request)} name="the command" />
    </details>
  );
};

/** Reads the form. */
export function sendOf(form: FormData): TemplateSend {
  const fields = [...form].filter((entry): entry is [string, string] =>
    typeof entry[1] === "string" && entry[1] !== ""
  );
  const tags = fields.filter(([name]) => name.startsWith(TAG))
    .map(([name, value]) => [name.slice(TAG.length), value]);
  const names: readonly string[] = ["campaign-ref", "client-reference"];
  return {
    from: String(form.get("from") ?? ""),
    to: String(form.get("to") ?? "").trim(),
    ...Object.fromEntries(fields.filter(([name]) => names.includes(name))),
    ...tags.length > 0 && { "merge-tag-data": Object.fromEntries(tags) },
  };
}

/** Lists the merge tags of a template; of those with the same variable the first. */
function tagsOf({ content }: TemplateDetail): MergeTag[] {
  const { subject, slides, "fallback-text": fallback } = content;
  const texts = slides.flatMap(({ text, picture }) => [
    text,
    picture?.barcode?.id ?? null,
    ...picture?.["text-areas"].map((area) => area.text) ?? [],
  ]);
  const byKey = new Map<string, MergeTag>();
  for (const { tag } of [subject, ...texts, fallback].flatMap((text) => piecesOf(text ?? ""))) {
    if (tag !== null && !byKey.has(tag.key)) byKey.set(tag.key, tag);
  }
  return [...byKey.values()];
}

interface FieldProps {
  /** Default: by the name. */
  id?: string;
  name: string;
  label: string;
  value: string;
  maxLength: number;
  /** Value that counts where the field is empty. */
  preset?: string;
  isNumber?: boolean;
}

const Field: FC<FieldProps> = (
  { name, id = `field-${name}`, label, value, maxLength, preset, isNumber = false },
) => {
  return (
    <div class="field">
      <label for={id}>
        <Value text={label} />
      </label>
      <input
        id={id}
        name={name}
        value={value}
        maxlength={maxLength}
        placeholder={preset === undefined ? undefined : visible(preset)}
        inputmode={isNumber ? "tel" : undefined}
        required={isNumber}
        autocomplete="off"
      />
    </div>
  );
};
