/** Thread of an attack, which begins with the first message it gets, and ends with the second. */
import { type AttackName, ATTACKS, type Target } from "./neighbours_attacks.ts";

const scope = self as unknown as {
  onmessage: (event: MessageEvent<{ attack: AttackName; target: Target } | "end">) => void;
  postMessage(message: string): void;
};

let end = () => Promise.resolve();

scope.onmessage = async ({ data }) => {
  if (data === "end") {
    await end();
    return scope.postMessage("ended");
  }
  end = await ATTACKS[data.attack](data.target);
  scope.postMessage("begun");
};
