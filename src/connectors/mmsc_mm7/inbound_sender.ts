/** The sender of a DeliverReq under the names that MMSCs give it. */
import { equalsIgnoreCase, trimmed } from "../../mm7/message_reader.ts";
import type { XmlElement } from "../../lib/xml/tree.ts";

/** Elements that hold it, the schema's first. */
const NAMES = ["Sender", "SenderAddress", "SenderIdentification"];

/** Elements of an address. */
const KINDS = ["Number", "RFC2822Address", "ShortCode"];

/** Returns the message with its sender as the schema writes it; unchanged where it names none. */
export function withSender(message: XmlElement): XmlElement {
  for (const name of NAMES) {
    const holder = message.children.find((child) => equalsIgnoreCase(child.name, name));
    const address = holder && addressIn(holder);
    if (!address) continue;
    const others = message.children.filter((child) => !equalsIgnoreCase(child.name, "Sender"));
    return { ...message, children: [{ ...address, name: "Sender" }, ...others] };
  }
  return message;
}

/** Finds the element that directly holds an address; null when there is none. */
function addressIn(element: XmlElement): XmlElement | null {
  const { children } = element;
  if (children.length === 0) return trimmed(element.text) === "" ? null : element;
  if (children.some(({ name }) => KINDS.some((kind) => equalsIgnoreCase(kind, name)))) {
    return element;
  }
  const nested = children.filter(({ name }) => NAMES.some((each) => equalsIgnoreCase(each, name)));
  for (const child of nested) {
    const address = addressIn(child);
    if (address !== null) return address;
  }
  return null;
}
