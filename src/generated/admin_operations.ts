// deno-lint-ignore-file
// Written by `deno task generate` from openapi.yaml. Change that, not this.
/** The operations of the administration, as the command line offers them. */

export type AdminOperationId =
  | "createAccount"
  | "listAccounts"
  | "readAccount"
  | "changeAccount"
  | "issueKey"
  | "listKeys"
  | "revokeKey"
  | "addSender"
  | "listSenders"
  | "removeSender"
  | "addSubscription"
  | "listSubscriptions"
  | "removeSubscription"
  | "listMessages"
  | "readMessage"
  | "listTemplates"
  | "readTemplate"
  | "listLoopback"
  | "readLoopback"
  | "readLoopbackPart";

/** A field of a query or body, as the command line offers it. */
export interface AdminField {
  name: string;
  type: "string" | "integer" | "boolean";
  description: string;
  required: boolean;
  nullable: boolean;
  /** The only values there are. */
  values?: readonly string[];
  default?: string | number | boolean | null;
}

export interface AdminOperation {
  operationId: AdminOperationId;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** With `{name}` for each path parameter. */
  path: string;
  cli: readonly [noun: string, verb: string];
  summary: string;
  /** The command's positional arguments, in order. */
  pathParams: readonly { name: string; description: string }[];
  query: readonly AdminField[];
  body: readonly AdminField[];
  /** HTTP status of its success. */
  status: 200 | 201 | 204;
  answer: "json" | "bytes" | "none";
}

export const adminOperations: readonly AdminOperation[] = [
  {
    "operationId": "createAccount",
    "method": "POST",
    "path": "/admin/v1/accounts",
    "cli": ["account", "create"],
    "summary": "Creates an account with its first API key.",
    "pathParams": [],
    "query": [],
    "body": [{
      "name": "account",
      "type": "string",
      "description": "Id of the account; made up when it is not given.",
      "required": false,
      "nullable": false,
    }, {
      "name": "name",
      "type": "string",
      "description": "Name for people.",
      "required": true,
      "nullable": false,
    }, {
      "name": "postback-url",
      "type": "string",
      "description": "Where postbacks go; without one they are kept.",
      "required": false,
      "nullable": true,
      "default": null,
    }, {
      "name": "mm7-url",
      "type": "string",
      "description": "Where MM7 delivery reports and inbound messages go.",
      "required": false,
      "nullable": true,
      "default": null,
    }, {
      "name": "allow-fallback-sms",
      "type": "boolean",
      "description": "Whether an MMS may go out as SMS.",
      "required": false,
      "nullable": false,
      "default": true,
    }, {
      "name": "enforce-campaign-check",
      "type": "boolean",
      "description": "Whether recipients must be subscribed to the campaign of a send.",
      "required": false,
      "nullable": false,
      "default": false,
    }, {
      "name": "delivery-reports",
      "type": "boolean",
      "description": "Whether carriers are asked for delivery reports.",
      "required": false,
      "nullable": false,
      "default": true,
    }, {
      "name": "rate",
      "type": "integer",
      "description": "Messages a second that the account may send, or null for no limit.",
      "required": false,
      "nullable": true,
      "default": null,
    }, {
      "name": "disabled",
      "type": "boolean",
      "description": "Whether the account is shut out.",
      "required": false,
      "nullable": false,
      "default": false,
    }],
    "status": 201,
    "answer": "json",
  },
  {
    "operationId": "listAccounts",
    "method": "GET",
    "path": "/admin/v1/accounts",
    "cli": ["account", "list"],
    "summary": "Lists accounts.",
    "pathParams": [],
    "query": [{
      "name": "cursor",
      "type": "string",
      "description": "Where to go on, the `next-cursor` of the page before.",
      "required": false,
      "nullable": false,
    }, {
      "name": "limit",
      "type": "integer",
      "description": "Most items of a page.",
      "required": false,
      "nullable": false,
      "default": 50,
    }],
    "body": [],
    "status": 200,
    "answer": "json",
  },
  {
    "operationId": "readAccount",
    "method": "GET",
    "path": "/admin/v1/accounts/{account}",
    "cli": ["account", "read"],
    "summary": "Reads an account.",
    "pathParams": [{ "name": "account", "description": "Id of the account." }],
    "query": [],
    "body": [],
    "status": 200,
    "answer": "json",
  },
  {
    "operationId": "changeAccount",
    "method": "PATCH",
    "path": "/admin/v1/accounts/{account}",
    "cli": ["account", "change"],
    "summary": "Changes the given fields of an account.",
    "pathParams": [{ "name": "account", "description": "Id of the account." }],
    "query": [],
    "body": [{
      "name": "name",
      "type": "string",
      "description": "Name for people.",
      "required": false,
      "nullable": false,
    }, {
      "name": "postback-url",
      "type": "string",
      "description": "Where postbacks go; without one they are kept.",
      "required": false,
      "nullable": true,
    }, {
      "name": "mm7-url",
      "type": "string",
      "description": "Where MM7 delivery reports and inbound messages go.",
      "required": false,
      "nullable": true,
    }, {
      "name": "allow-fallback-sms",
      "type": "boolean",
      "description": "Whether an MMS may go out as SMS.",
      "required": false,
      "nullable": false,
    }, {
      "name": "enforce-campaign-check",
      "type": "boolean",
      "description": "Whether recipients must be subscribed to the campaign of a send.",
      "required": false,
      "nullable": false,
    }, {
      "name": "delivery-reports",
      "type": "boolean",
      "description": "Whether carriers are asked for delivery reports.",
      "required": false,
      "nullable": false,
    }, {
      "name": "rate",
      "type": "integer",
      "description": "Messages a second that the account may send, or null for no limit.",
      "required": false,
      "nullable": true,
    }, {
      "name": "disabled",
      "type": "boolean",
      "description": "Whether the account is shut out.",
      "required": false,
      "nullable": false,
    }],
    "status": 200,
    "answer": "json",
  },
  {
    "operationId": "issueKey",
    "method": "POST",
    "path": "/admin/v1/accounts/{account}/keys",
    "cli": ["key", "issue"],
    "summary": "Issues another API key; the others stay valid until revoked.",
    "pathParams": [{ "name": "account", "description": "Id of the account." }],
    "query": [],
    "body": [],
    "status": 201,
    "answer": "json",
  },
  {
    "operationId": "listKeys",
    "method": "GET",
    "path": "/admin/v1/accounts/{account}/keys",
    "cli": ["key", "list"],
    "summary": "Lists the API keys of an account, masked.",
    "pathParams": [{ "name": "account", "description": "Id of the account." }],
    "query": [],
    "body": [],
    "status": 200,
    "answer": "json",
  },
  {
    "operationId": "revokeKey",
    "method": "DELETE",
    "path": "/admin/v1/accounts/{account}/keys/{key-id}",
    "cli": ["key", "revoke"],
    "summary": "Revokes an API key at once.",
    "pathParams": [{ "name": "account", "description": "Id of the account." }, {
      "name": "key-id",
      "description": "Which key; not the key itself.",
    }],
    "query": [],
    "body": [],
    "status": 204,
    "answer": "none",
  },
  {
    "operationId": "addSender",
    "method": "POST",
    "path": "/admin/v1/accounts/{account}/senders",
    "cli": ["sender", "add"],
    "summary": "Provisions a sender to an account.",
    "pathParams": [{ "name": "account", "description": "Id of the account." }],
    "query": [],
    "body": [{
      "name": "address",
      "type": "string",
      "description": "Short code, number with country code, or alphanumeric name.",
      "required": true,
      "nullable": false,
    }, {
      "name": "kind",
      "type": "string",
      "description": "Kind of sender.",
      "required": true,
      "nullable": false,
      "values": ["short-code", "toll-free", "10dlc", "alphanumeric"],
    }, {
      "name": "country",
      "type": "string",
      "description": "ISO 3166-1 alpha-2 code of its country.",
      "required": true,
      "nullable": false,
    }, {
      "name": "vasid",
      "type": "string",
      "description": "VASID that MM7 requests must carry; mandatory for a shared short code.",
      "required": false,
      "nullable": false,
    }, {
      "name": "shared",
      "type": "boolean",
      "description": "Whether other accounts use it too.",
      "required": false,
      "nullable": false,
      "default": false,
    }, {
      "name": "mms-connector",
      "type": "string",
      "description": "Connector that takes its MMS; without one, the default.",
      "required": false,
      "nullable": false,
    }, {
      "name": "sms-connector",
      "type": "string",
      "description": "Connector that takes its SMS; without one, the default.",
      "required": false,
      "nullable": false,
    }],
    "status": 201,
    "answer": "json",
  },
  {
    "operationId": "listSenders",
    "method": "GET",
    "path": "/admin/v1/accounts/{account}/senders",
    "cli": ["sender", "list"],
    "summary": "Lists the senders of an account.",
    "pathParams": [{ "name": "account", "description": "Id of the account." }],
    "query": [],
    "body": [],
    "status": 200,
    "answer": "json",
  },
  {
    "operationId": "removeSender",
    "method": "DELETE",
    "path": "/admin/v1/accounts/{account}/senders/{address}",
    "cli": ["sender", "remove"],
    "summary": "Takes a sender from an account.",
    "pathParams": [{ "name": "account", "description": "Id of the account." }, {
      "name": "address",
      "description": "Digits of the sender, or its alphanumeric name.",
    }],
    "query": [],
    "body": [],
    "status": 204,
    "answer": "none",
  },
  {
    "operationId": "addSubscription",
    "method": "POST",
    "path": "/admin/v1/accounts/{account}/subscriptions",
    "cli": ["subscription", "add"],
    "summary": "Subscribes a recipient to a campaign.",
    "pathParams": [{ "name": "account", "description": "Id of the account." }],
    "query": [],
    "body": [{
      "name": "campaign-ref",
      "type": "string",
      "description": "The campaign.",
      "required": true,
      "nullable": false,
    }, {
      "name": "recipient",
      "type": "string",
      "description": "Number with country code.",
      "required": true,
      "nullable": false,
    }],
    "status": 201,
    "answer": "json",
  },
  {
    "operationId": "listSubscriptions",
    "method": "GET",
    "path": "/admin/v1/accounts/{account}/subscriptions",
    "cli": ["subscription", "list"],
    "summary": "Lists the campaign subscriptions of an account.",
    "pathParams": [{ "name": "account", "description": "Id of the account." }],
    "query": [{
      "name": "cursor",
      "type": "string",
      "description": "Where to go on, the `next-cursor` of the page before.",
      "required": false,
      "nullable": false,
    }, {
      "name": "limit",
      "type": "integer",
      "description": "Most items of a page.",
      "required": false,
      "nullable": false,
      "default": 50,
    }],
    "body": [],
    "status": 200,
    "answer": "json",
  },
  {
    "operationId": "removeSubscription",
    "method": "DELETE",
    "path": "/admin/v1/accounts/{account}/subscriptions/{campaign-ref}/{recipient}",
    "cli": ["subscription", "remove"],
    "summary": "Unsubscribes a recipient from a campaign.",
    "pathParams": [{ "name": "account", "description": "Id of the account." }, {
      "name": "campaign-ref",
      "description": "The campaign.",
    }, { "name": "recipient", "description": "Number with country code." }],
    "query": [],
    "body": [],
    "status": 204,
    "answer": "none",
  },
  {
    "operationId": "listMessages",
    "method": "GET",
    "path": "/admin/v1/messages",
    "cli": ["message", "list"],
    "summary": "Lists messages, newest first.",
    "pathParams": [],
    "query": [{
      "name": "account",
      "type": "string",
      "description": "Only those of this account.",
      "required": false,
      "nullable": false,
    }, {
      "name": "recipient",
      "type": "string",
      "description": "Only messages to this number, with country code.",
      "required": false,
      "nullable": false,
    }, {
      "name": "tracking-id",
      "type": "string",
      "description": "Only those of this send.",
      "required": false,
      "nullable": false,
    }, {
      "name": "state",
      "type": "string",
      "description": "Only messages in this state.",
      "required": false,
      "nullable": false,
      "values": [
        "accepted",
        "sent",
        "submitted",
        "delivered",
        "expired",
        "failed",
        "rejected",
        "unrecognised",
      ],
    }, {
      "name": "cursor",
      "type": "string",
      "description": "Where to go on, the `next-cursor` of the page before.",
      "required": false,
      "nullable": false,
    }, {
      "name": "limit",
      "type": "integer",
      "description": "Most items of a page.",
      "required": false,
      "nullable": false,
      "default": 50,
    }],
    "body": [],
    "status": 200,
    "answer": "json",
  },
  {
    "operationId": "readMessage",
    "method": "GET",
    "path": "/admin/v1/messages/{tracking-id}",
    "cli": ["message", "read"],
    "summary": "Reads a message with its history and its postbacks.",
    "pathParams": [{ "name": "tracking-id", "description": "As the send answered it." }],
    "query": [],
    "body": [],
    "status": 200,
    "answer": "json",
  },
  {
    "operationId": "listTemplates",
    "method": "GET",
    "path": "/admin/v1/templates",
    "cli": ["template", "list"],
    "summary": "Lists templates, newest first.",
    "pathParams": [],
    "query": [{
      "name": "account",
      "type": "string",
      "description": "Only those of this account.",
      "required": false,
      "nullable": false,
    }, {
      "name": "state",
      "type": "string",
      "description": "Only templates in this state.",
      "required": false,
      "nullable": false,
      "values": ["locked", "ready", "failed"],
    }, {
      "name": "cursor",
      "type": "string",
      "description": "Where to go on, the `next-cursor` of the page before.",
      "required": false,
      "nullable": false,
    }, {
      "name": "limit",
      "type": "integer",
      "description": "Most items of a page.",
      "required": false,
      "nullable": false,
      "default": 50,
    }],
    "body": [],
    "status": 200,
    "answer": "json",
  },
  {
    "operationId": "readTemplate",
    "method": "GET",
    "path": "/admin/v1/templates/{mms-id}",
    "cli": ["template", "read"],
    "summary": "Reads a template with its media and their renditions.",
    "pathParams": [{ "name": "mms-id", "description": "As `savemms` answered it." }],
    "query": [],
    "body": [],
    "status": 200,
    "answer": "json",
  },
  {
    "operationId": "listLoopback",
    "method": "GET",
    "path": "/admin/v1/loopback/messages",
    "cli": ["loopback", "list"],
    "summary": "Lists what the loopback carrier received, newest first.",
    "pathParams": [],
    "query": [{
      "name": "to",
      "type": "string",
      "description": "Only messages to this number.",
      "required": false,
      "nullable": false,
    }, {
      "name": "tracking-id",
      "type": "string",
      "description": "Only those of this send.",
      "required": false,
      "nullable": false,
    }, {
      "name": "cursor",
      "type": "string",
      "description": "Where to go on, the `next-cursor` of the page before.",
      "required": false,
      "nullable": false,
    }, {
      "name": "limit",
      "type": "integer",
      "description": "Most items of a page.",
      "required": false,
      "nullable": false,
      "default": 50,
    }],
    "body": [],
    "status": 200,
    "answer": "json",
  },
  {
    "operationId": "readLoopback",
    "method": "GET",
    "path": "/admin/v1/loopback/messages/{carrier-id}",
    "cli": ["loopback", "read"],
    "summary": "Reads a message that the loopback carrier received.",
    "pathParams": [{ "name": "carrier-id", "description": "The carrier's id of the message." }],
    "query": [],
    "body": [],
    "status": 200,
    "answer": "json",
  },
  {
    "operationId": "readLoopbackPart",
    "method": "GET",
    "path": "/admin/v1/loopback/messages/{carrier-id}/parts/{index}",
    "cli": ["loopback", "part"],
    "summary": "Reads one part of a message that the loopback carrier received.",
    "pathParams": [{ "name": "carrier-id", "description": "The carrier's id of the message." }, {
      "name": "index",
      "description": "Which part, counted from 0.",
    }],
    "query": [],
    "body": [],
    "status": 200,
    "answer": "bytes",
  },
];
