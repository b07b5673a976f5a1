/** Logo on the hosted pages of an account. */
import type { FC } from "hono/jsx";
import type { Account } from "../../../generated/admin.ts";
import { Confirm } from "../../components/confirm.tsx";
import { Button, Form } from "../../components/form.tsx";
import { Section } from "../../components/section.tsx";
import type { Action } from "../../model/page.ts";
import { accountPath } from "./frame.tsx";

export const LogoForm: FC<{ account: Account }> = ({ account }) => (
  <Section title="Logo">
    <p class="hint">
      {account["logo-set"]
        ? "Hosted pages show a logo. Another picture replaces it."
        : "Hosted pages show it beside the display name: PNG, JPEG, GIF or WebP, up to 512 KiB."}
    </p>
    <Form files class="row">
      <label class="unseen" for="logo">Picture</label>
      <input id="logo" name="logo" type="file" accept="image/png,image/jpeg,image/gif,image/webp" />
      <Button do="set-logo">Upload the logo</Button>
    </Form>
    {account["logo-set"] && (
      <Confirm title="Remove" thing="the logo" do="remove-logo" button="Remove">
        Hosted pages show no logo from then on.
      </Confirm>
    )}
  </Section>
);

export const LOGO_ACTIONS: Readonly<Record<string, Action>> = {
  async "set-logo"(form, { api, params }) {
    const file = form.get("logo");
    const content = file instanceof File ? await file.bytes() : new Uint8Array();
    const body = { image: content.toBase64() };
    await api.call("setLogo", { params: { account: params.id! }, body });
    return { path: accountPath(params.id!), notice: "Hosted pages show the logo." };
  },

  async "remove-logo"(_, { api, params }) {
    await api.call("removeLogo", { params: { account: params.id! } });
    return { path: accountPath(params.id!), notice: "The logo is removed." };
  },
};
