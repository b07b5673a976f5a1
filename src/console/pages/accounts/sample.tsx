/** Signed sample that is posted to a receiver of an account. */
import type { FC } from "hono/jsx";
import { DEFAULT_RECEIVER } from "../../../core/account/receiver.ts";
import type { PingResult, Receiver } from "../../../generated/admin.ts";
import { Id } from "../../components/copyable.tsx";
import { Facts } from "../../components/facts.tsx";
import { Button, Form } from "../../components/form.tsx";
import { grouped, Value } from "../../components/text.tsx";
import type { Visit } from "../../model/page.ts";

/** Posts a sample to a receiver. @throws {ApiRefusal} */
export function postSample({ api, params }: Visit, receiver: string): Promise<PingResult> {
  return api.call("pingAccount", { params: { account: params.id! }, query: { receiver } });
}

/** Button that posts a sample, and the result of one that was posted; null: none was. */
export const Sample: FC<{ to: Receiver; pinged: PingResult | null; visit: Visit }> = (
  { to, pinged, visit },
) => {
  const isPrinted = visit.isSandbox && to.receiver === DEFAULT_RECEIVER;
  return (
    <>
      {to.url === null && (
        <p class="hint">
          {isPrinted
            ? "Postbacks are printed by the sandbox until the receiver has a URL."
            : "Postbacks are parked until the receiver has a URL."}
        </p>
      )}
      {pinged !== null && <Pinged of={pinged} />}
      {visit.may("pingAccount") && (to.url !== null || isPrinted) && <SampleForm />}
    </>
  );
};

const SampleForm: FC = () => (
  <Form>
    <p class="hint">
      A signed sample with the code <code>PING</code> is posted once, at once. It is not stored.
    </p>
    <p class="submit">
      <Button do="ping">Send a sample</Button>
    </p>
  </Form>
);

const Pinged: FC<{ of: PingResult }> = ({ of: pinged }) => (
  <div class={pinged.taken ? "notice" : "problem"} role="status">
    <p>
      {pinged.taken ? "The receiver took the sample." : "The receiver did not take the sample."}
    </p>
    <Facts
      of={{
        "HTTP status": pinged["http-status"],
        "Error": pinged.error && <Value text={pinged.error} />,
        "Time": `${grouped(Math.round(pinged.milliseconds))} ms`,
        "Posted to": <Value text={pinged.url} />,
        "webhook-id": <Id text={pinged["webhook-id"]} name="the webhook-id" />,
      }}
    />
  </div>
);
