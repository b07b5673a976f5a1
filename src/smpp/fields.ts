/** Body fields of SMPP 3.4 by name, as tables. */

/** Integer of one octet, C-octet string, or octets after their number in one octet (section 3.1). */
export type ParameterForm = "integer" | "text" | "octets";

/** Mandatory parameters (section 5.2) of the commands whose bodies the service reads or writes. */
export const PARAMETERS = {
  system_id: "text",
  password: "text",
  system_type: "text",
  interface_version: "integer",
  addr_ton: "integer",
  addr_npi: "integer",
  address_range: "text",
  service_type: "text",
  source_addr_ton: "integer",
  source_addr_npi: "integer",
  source_addr: "text",
  dest_addr_ton: "integer",
  dest_addr_npi: "integer",
  destination_addr: "text",
  esme_addr_ton: "integer",
  esme_addr_npi: "integer",
  esme_addr: "text",
  esm_class: "integer",
  protocol_id: "integer",
  priority_flag: "integer",
  schedule_delivery_time: "text",
  validity_period: "text",
  registered_delivery: "integer",
  replace_if_present_flag: "integer",
  data_coding: "integer",
  sm_default_msg_id: "integer",
  /** With its sm_length. */
  short_message: "octets",
  message_id: "text",
} as const satisfies Record<string, ParameterForm>;
export type ParameterName = keyof typeof PARAMETERS;

/** Integer of this number of octets, C-octet string, or octets. */
export type TlvForm = 1 | 2 | 4 | "text" | "octets";

/** Optional parameters (section 5.3.2), by their tags. */
export const TLVS = {
  dest_addr_subunit: { tag: 0x0005, form: 1 },
  dest_network_type: { tag: 0x0006, form: 1 },
  dest_bearer_type: { tag: 0x0007, form: 1 },
  dest_telematics_id: { tag: 0x0008, form: 2 },
  source_addr_subunit: { tag: 0x000d, form: 1 },
  source_network_type: { tag: 0x000e, form: 1 },
  source_bearer_type: { tag: 0x000f, form: 1 },
  source_telematics_id: { tag: 0x0010, form: 1 },
  qos_time_to_live: { tag: 0x0017, form: 4 },
  payload_type: { tag: 0x0019, form: 1 },
  additional_status_info_text: { tag: 0x001d, form: "text" },
  receipted_message_id: { tag: 0x001e, form: "text" },
  ms_msg_wait_facilities: { tag: 0x0030, form: 1 },
  privacy_indicator: { tag: 0x0201, form: 1 },
  source_subaddress: { tag: 0x0202, form: "octets" },
  dest_subaddress: { tag: 0x0203, form: "octets" },
  user_message_reference: { tag: 0x0204, form: 2 },
  user_response_code: { tag: 0x0205, form: 1 },
  source_port: { tag: 0x020a, form: 2 },
  destination_port: { tag: 0x020b, form: 2 },
  sar_msg_ref_num: { tag: 0x020c, form: 2 },
  language_indicator: { tag: 0x020d, form: 1 },
  sar_total_segments: { tag: 0x020e, form: 1 },
  sar_segment_seqnum: { tag: 0x020f, form: 1 },
  sc_interface_version: { tag: 0x0210, form: 1 },
  callback_num_pres_ind: { tag: 0x0302, form: 1 },
  callback_num_atag: { tag: 0x0303, form: "octets" },
  number_of_messages: { tag: 0x0304, form: 1 },
  callback_num: { tag: 0x0381, form: "octets" },
  dpf_result: { tag: 0x0420, form: 1 },
  set_dpf: { tag: 0x0421, form: 1 },
  ms_availability_status: { tag: 0x0422, form: 1 },
  network_error_code: { tag: 0x0423, form: "octets" },
  message_payload: { tag: 0x0424, form: "octets" },
  delivery_failure_reason: { tag: 0x0425, form: 1 },
  more_messages_to_send: { tag: 0x0426, form: 1 },
  message_state: { tag: 0x0427, form: 1 },
  ussd_service_op: { tag: 0x0501, form: "octets" },
  display_time: { tag: 0x1201, form: 1 },
  sms_signal: { tag: 0x1203, form: 2 },
  ms_validity: { tag: 0x1204, form: 1 },
  /** Has no value (section 5.3.2.41). */
  alert_on_message_delivery: { tag: 0x130c, form: "octets" },
  its_reply_type: { tag: 0x1380, form: 1 },
  its_session_info: { tag: 0x1383, form: "octets" },
} as const satisfies Record<string, { tag: number; form: TlvForm }>;
export type TlvName = keyof typeof TLVS;
