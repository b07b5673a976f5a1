/** PDUs of SMPP 3.4 (sections 4 and 5.1.2), as a table. */
import { type ParameterForm, type ParameterName, PARAMETERS } from "./fields.ts";

interface CommandRow {
  readonly id: number;
  /** Mandatory parameters in their order. Default none. */
  readonly fields?: readonly ParameterName[];
}

const BIND = [
  "system_id",
  "password",
  "system_type",
  "interface_version",
  "addr_ton",
  "addr_npi",
  "address_range",
] as const;

const SOURCE = ["source_addr_ton", "source_addr_npi", "source_addr"] as const;
const DESTINATION = ["dest_addr_ton", "dest_addr_npi", "destination_addr"] as const;

const MESSAGE = [
  "service_type",
  ...SOURCE,
  ...DESTINATION,
  "esm_class",
  "protocol_id",
  "priority_flag",
  "schedule_delivery_time",
  "validity_period",
  "registered_delivery",
  "replace_if_present_flag",
  "data_coding",
  "sm_default_msg_id",
  "short_message",
] as const;

/**
 * Commands by name, with the fields of those that the service exchanges with an SMSC; it does not
 * read the bodies of others. The last three pairs are from SMPP 5.0: each request gets the response
 * of its own.
 */
const ROWS = {
  generic_nack: { id: 0x8000_0000 },
  bind_receiver: { id: 0x01, fields: BIND },
  bind_receiver_resp: { id: 0x8000_0001, fields: ["system_id"] },
  bind_transmitter: { id: 0x02, fields: BIND },
  bind_transmitter_resp: { id: 0x8000_0002, fields: ["system_id"] },
  query_sm: { id: 0x03 },
  query_sm_resp: { id: 0x8000_0003 },
  submit_sm: { id: 0x04, fields: MESSAGE },
  submit_sm_resp: { id: 0x8000_0004, fields: ["message_id"] },
  deliver_sm: { id: 0x05, fields: MESSAGE },
  deliver_sm_resp: { id: 0x8000_0005, fields: ["message_id"] },
  unbind: { id: 0x06 },
  unbind_resp: { id: 0x8000_0006 },
  replace_sm: { id: 0x07 },
  replace_sm_resp: { id: 0x8000_0007 },
  cancel_sm: { id: 0x08 },
  cancel_sm_resp: { id: 0x8000_0008 },
  bind_transceiver: { id: 0x09, fields: BIND },
  bind_transceiver_resp: { id: 0x8000_0009, fields: ["system_id"] },
  outbind: { id: 0x0b, fields: ["system_id", "password"] },
  enquire_link: { id: 0x15 },
  enquire_link_resp: { id: 0x8000_0015 },
  submit_multi: { id: 0x21 },
  submit_multi_resp: { id: 0x8000_0021 },
  alert_notification: {
    id: 0x102,
    fields: [...SOURCE, "esme_addr_ton", "esme_addr_npi", "esme_addr"],
  },
  data_sm: {
    id: 0x103,
    fields: [
      "service_type",
      ...SOURCE,
      ...DESTINATION,
      "esm_class",
      "registered_delivery",
      "data_coding",
    ],
  },
  data_sm_resp: { id: 0x8000_0103, fields: ["message_id"] },
  broadcast_sm: { id: 0x111 },
  broadcast_sm_resp: { id: 0x8000_0111 },
  query_broadcast_sm: { id: 0x112 },
  query_broadcast_sm_resp: { id: 0x8000_0112 },
  cancel_broadcast_sm: { id: 0x113 },
  cancel_broadcast_sm_resp: { id: 0x8000_0113 },
} as const satisfies Record<string, CommandRow>;
export type CommandName = keyof typeof ROWS;

/** Mandatory parameter of a body. */
export interface Field {
  readonly name: ParameterName;
  readonly form: ParameterForm;
}

/** Command with the forms of its fields. */
export interface Command {
  readonly name: CommandName;
  readonly id: number;
  /** Null: the body is not read, or has no fields. */
  readonly fields: readonly Field[] | null;
}

/** Commands with the forms of their fields, by name. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map(
  Object.entries<CommandRow>(ROWS).map(([name, { id, fields }]) => [name, {
    name: name as CommandName,
    id,
    fields: fields?.map((field) => ({ name: field, form: PARAMETERS[field] })) ?? null,
  }]),
);
