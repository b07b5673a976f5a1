/**
 * Ports: the effects that actions and jobs may have, as types only. Adapters and connectors
 * implement them; `src/program` wires them together. Nothing here imports an implementation.
 *
 * # Terminology
 *
 * Parties and addresses:
 *
 * - account: Customer of the service, with API keys, originators and settings; over MM7 a *VASP*.
 * - administrator: Person who runs the service, by the admin API, the console or commands.
 * - operator: Mobile network that serves a number.
 * - carrier: Company that takes our messages, over MM7 (its MMSC) or SMPP (its SMSC).
 * - connector: Client of one carrier, configured by an administrator.
 * - route: Rule that selects connectors by account, originator, operator and kind of message.
 * - originator: Address of ours that an account may send from and receive at.
 * - recipient: Number that a message goes to; its device is the *handset*.
 * - receiver: Destination of an account's postbacks: `default`, a named one, `mm7` (its VASP), or
 *   status callbacks.
 * - person: User of a number, by which what is stored about them is exported and erased.
 *
 * Content:
 *
 * - template: Stored MMS of up to 9 *slides*, each of text and media files (savemms).
 * - source: Media file as it came, once its content is validated; *probed*: its duration is known.
 * - plan: Renditions to make of a source, each with its byte limit.
 * - rendition: Media file in the size and format of one class: rich, standard or basic. The form of a
 *   class is its *profile*.
 * - blob: Stored file, named by the SHA-256 of its content.
 * - segment: Short message that carries part of a text too long for one.
 * - message page: Web page that shows an MMS, linked to from its fallback SMS.
 *
 * Life of a message:
 *
 * - MT, MO: To a handset (mobile terminated), from a handset (mobile originated).
 * - tracking-id: Id of a message or template, which all its events and postbacks carry.
 * - message states: accepted → (preparing →) sent → submitted → an end state. `submitted`: a
 *   carrier has it. End states: delivered, expired, failed, rejected, unrecognised; `unreported`:
 *   the carrier never reported.
 * - presumed: End state that we set while a carrier may have the message; a later report overrides
 *   it.
 * - delivery plan: Connectors to try for a message, in order, with its form for each.
 * - transition: Change of a state, committed together with its events.
 * - report: Carrier's notification about a message that it accepted (delivery report, receipt).
 * - keyword: Text of a handset, such as STOP, that makes or lifts *blocks*; a *reply* may follow.
 * - pool: Senders of an account, of which a message takes one by its recipient.
 * - campaign: Purpose of an account's messages, which recipients subscribe to.
 * - subscription: Consent of a recipient to a campaign; *pending*: asked for, not confirmed yet.
 *
 * Notification of accounts:
 *
 * - event: Entry of a message's or template's history. With a `code` it is also a postback.
 * - postback: Notification that an event causes: JSON (spec 6), or a *VASP notice* over MM7.
 * - status callback: URL of one message that takes the place of the default receiver.
 * - outbox: Postbacks in the database, committed with the state change that caused them.
 * - parked: Postback that waits for its receiver to get a URL, or to be enabled.
 * - dead: Postback given up after its last attempt (dead letter); it can be replayed.
 * - replay: To send a postback again under its id.
 * - exchange: Request or response as it was on the wire, between us and a *peer* (client, connector).
 *
 * Work:
 *
 * - due: Ready to be worked on, at or after a time.
 * - lease: Exclusive right of a process (its *owner*) to work on a row until a time. *By commit*: on
 *   all that a commit wrote.
 * - claim: To take a lease on due rows; also a request's hold on an idempotency key.
 */
export * from "./accounts.ts";
export * from "./admin_tokens.ts";
export * from "./campaigns.ts";
export * from "./early_reports.ts";
export * from "./ended_sessions.ts";
export * from "./carrier.ts";
export * from "./carrier_report.ts";
export * from "./exchanges.ts";
export * from "./handover.ts";
export * from "./idempotency.ts";
export * from "./injection.ts";
export * from "./lease.ts";
export * from "./loopback.ts";
export * from "./media.ts";
export * from "./message_statuses.ts";
export * from "./outbox.ts";
export * from "./page.ts";
export * from "./people.ts";
export * from "./picture.ts";
export * from "./queue.ts";
export * from "./retention.ts";
export * from "./routing.ts";
export * from "./search.ts";
export * from "./segments.ts";
export * from "./sender_health.ts";
export * from "./messages.ts";
export * from "./store.ts";
export * from "./system.ts";
export * from "./uploads.ts";
export * from "./waiting_messages.ts";
export * from "./traffic.ts";
