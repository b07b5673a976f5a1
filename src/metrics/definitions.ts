/**
 * Metrics of the service. Names follow the semantic conventions of OpenTelemetry where these have one
 * (HTTP servers, messaging clients, database clients), and the client libraries of Prometheus for the
 * process. No label has the name of an account, a number, an address or a text.
 */
import type { MetricDefinition } from "../lib/openmetrics.ts";

/** Bounds for what a client waits for, in seconds. */
const RESPONSE = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Bounds for statements and local work, in seconds. */
const WORK = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];
/** Bounds for transcoding, in seconds. */
const TRANSCODING = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];
/** Bounds for what may take days, in seconds. */
const LONG = [0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 900, 3600, 6 * 3600, 86_400, 3 * 86_400];

export const METRICS = {
  httpRequests: {
    type: "histogram",
    name: "http_server_request_duration_seconds",
    unit: "seconds",
    help: "Time to the response of HTTP requests, by route pattern.",
    labels: ["http_request_method", "http_route", "http_response_status_code"],
    buckets: RESPONSE,
  },
  requests: {
    type: "counter",
    name: "slidepost_requests",
    help:
      "Requests to the JSON API and MM7, by action and code: error, MM7 status, ok, disconnected.",
    labels: ["door", "action", "code"],
  },
  requestDuration: {
    type: "histogram",
    name: "slidepost_request_duration_seconds",
    unit: "seconds",
    help:
      "Time to the response of requests to the JSON API and MM7, which for messages is durable.",
    labels: ["door", "action"],
    buckets: RESPONSE,
  },
  acceptedMessages: {
    type: "counter",
    name: "slidepost_messages_accepted",
    help: "Messages accepted, by the kind that was asked for.",
    labels: ["kind"],
  },
  messageStates: {
    type: "counter",
    name: "slidepost_message_transitions",
    help: "Transitions of messages, by the new state.",
    labels: ["state"],
  },
  acceptToSubmit: {
    type: "histogram",
    name: "slidepost_accept_to_submit_seconds",
    unit: "seconds",
    help: "Time from the acceptance of messages until a carrier took them.",
    labels: ["kind"],
    buckets: LONG,
  },
  submitToReport: {
    type: "histogram",
    name: "slidepost_submit_to_report_seconds",
    unit: "seconds",
    help: "Time from the submission of messages to their final report.",
    labels: ["connector"],
    buckets: LONG,
  },
  waiting: {
    type: "gauge",
    name: "slidepost_waiting",
    help: "Work that waits in the database, by stage, counted up to 10,000; of all machines.",
    labels: ["stage"],
  },
  oldestWaiting: {
    type: "gauge",
    name: "slidepost_oldest_waiting_seconds",
    unit: "seconds",
    help: "Time for which the oldest work of a stage has been due; 0 where none is.",
    labels: ["stage"],
  },
  oldestMessage: {
    type: "gauge",
    name: "slidepost_oldest_message_seconds",
    unit: "seconds",
    help:
      "Time for which the oldest message or template of a stage could have gone; 0 where none waits.",
    labels: ["stage"],
  },
  rateWaits: {
    type: "gauge",
    name: "slidepost_waiting_for_rate",
    help: "Messages that wait for nothing but the rate of their connector; of all machines.",
    labels: ["connector"],
  },
  submissions: {
    type: "histogram",
    name: "messaging_client_operation_duration_seconds",
    unit: "seconds",
    help: "Time of submissions to carriers, by connector; error_type is empty where it took one.",
    labels: ["messaging_operation_name", "messaging_destination_name", "error_type"],
    buckets: RESPONSE,
  },
  received: {
    type: "counter",
    name: "messaging_client_consumed_messages",
    help: "Messages from handsets, by connector and kind.",
    labels: ["messaging_destination_name", "kind"],
  },
  reports: {
    type: "counter",
    name: "slidepost_reports",
    help:
      "Delivery reports of carriers by outcome; unknown: no message has the id; unreadable: no id.",
    labels: ["connector", "outcome"],
  },
  connectorUp: {
    type: "gauge",
    name: "slidepost_connector_up",
    help:
      "Whether the carrier could take a submission, by its session or the last results; none for a disabled connector.",
    labels: ["connector"],
  },
  connectorSessions: {
    type: "gauge",
    name: "slidepost_connector_sessions",
    help: "Sessions that are bound; none for carriers without sessions.",
    labels: ["connector"],
  },
  connectorSessionsMax: {
    type: "gauge",
    name: "slidepost_connector_sessions_max",
    help: "Sessions that a connector keeps bound.",
    labels: ["connector"],
  },
  connectorInFlight: {
    type: "gauge",
    name: "slidepost_connector_in_flight",
    help: "Submissions that wait for the carrier's response.",
    labels: ["connector"],
  },
  connectorWaiting: {
    type: "gauge",
    name: "slidepost_connector_waiting",
    help: "Submissions that wait for a session, or for room in the window.",
    labels: ["connector"],
  },
  connectorWindow: {
    type: "gauge",
    name: "slidepost_connector_window",
    help: "Maximum of submissions in flight, where there is one.",
    labels: ["connector"],
  },
  connectorBreaker: {
    type: "gauge",
    name: "slidepost_connector_breaker_open",
    help: "Whether the circuit breaker of a connector is open.",
    labels: ["connector"],
  },
  connectorStall: {
    type: "gauge",
    name: "slidepost_connector_nothing_accepted_seconds",
    unit: "seconds",
    help: "Time over which a carrier was asked and accepted nothing; 0 where it accepts.",
    labels: ["connector"],
  },
  interruptedItems: {
    type: "gauge",
    name: "slidepost_interrupted_items",
    help: "Messages, templates and postbacks whose processing was interrupted three times or more.",
    labels: ["kind"],
  },
  componentUp: {
    type: "gauge",
    name: "slidepost_component_up",
    help: "Whether a component works: files (the stored ones), ffmpeg (checked each minute).",
    labels: ["component"],
  },
  postbacks: {
    type: "counter",
    name: "slidepost_postbacks",
    help:
      "Attempts to send postbacks by kind of receiver (default, named, callback, mm7) and result: sent, " +
      "retry, dead, parked.",
    labels: ["receiver", "result"],
    initial: ["default", "named", "callback", "mm7"].flatMap((receiver) =>
      ["sent", "retry", "dead", "parked"].map((result) => ({ receiver, result }))
    ),
  },
  postbackDuration: {
    type: "histogram",
    name: "slidepost_postback_duration_seconds",
    unit: "seconds",
    help: "Time of attempts to send postbacks, to the receiver's response.",
    labels: ["receiver"],
    buckets: RESPONSE,
  },
  eventToPostback: {
    type: "histogram",
    name: "slidepost_event_to_postback_seconds",
    unit: "seconds",
    help: "Time from an event, or a replay of its postback, until that was taken.",
    labels: ["receiver"],
    buckets: LONG,
  },
  receiversDown: {
    type: "gauge",
    name: "slidepost_receivers_breaker_open",
    help: "Receivers of postbacks whose circuit breaker is open.",
    labels: [],
  },
  templates: {
    type: "counter",
    name: "slidepost_templates",
    help: "Templates processed, by the code of their postback.",
    labels: ["code"],
  },
  transcoding: {
    type: "histogram",
    name: "slidepost_transcode_duration_seconds",
    unit: "seconds",
    help: "Time to transcode a file to its renditions; refused: the file's fault, failed: ours.",
    labels: ["kind", "result"],
    buckets: TRANSCODING,
    initial: ["image", "audio", "video"].map((kind) => ({ kind, result: "failed" })),
  },
  lookups: {
    type: "histogram",
    name: "slidepost_operator_lookup_duration_seconds",
    unit: "seconds",
    help: "Time of operator look-ups with the provider, by result.",
    labels: ["result"],
    buckets: RESPONSE,
  },
  commitItems: {
    type: "histogram",
    name: "slidepost_commit_items",
    help:
      "Acceptances, transitions, results of postbacks and further events of one commit, by kind.",
    labels: ["kind"],
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
  },
  commit: {
    type: "histogram",
    name: "slidepost_commit_duration_seconds",
    unit: "seconds",
    help: "Time of commits of what happens to every message, which each accept waits for.",
    labels: [],
    buckets: WORK,
  },
  databaseWritable: {
    type: "gauge",
    name: "slidepost_database_writable",
    help: "Whether the database takes writes; 0 after ten seconds in which all have failed.",
    labels: [],
  },
  poolWait: {
    type: "histogram",
    name: "db_client_connection_wait_time_seconds",
    unit: "seconds",
    help: "Time that statements waited for a connection of the pool.",
    labels: [],
    buckets: WORK,
  },
  poolConnections: {
    type: "gauge",
    name: "db_client_connections",
    help: "Connections of the pool, by state.",
    labels: ["db_client_connection_state"],
  },
  poolPending: {
    type: "gauge",
    name: "db_client_connection_pending_requests",
    help: "Statements that wait for a connection of the pool.",
    labels: [],
  },
  blobs: {
    type: "histogram",
    name: "slidepost_blob_operation_duration_seconds",
    unit: "seconds",
    help: "Time of operations on stored files (put, read, remove); refused: there is no such file.",
    labels: ["operation", "result"],
    buckets: WORK,
    initial: ["put", "read", "remove"].map((operation) => ({ operation, result: "failed" })),
  },
  blobBytes: {
    type: "counter",
    name: "slidepost_blob_bytes",
    unit: "bytes",
    help: "Bytes of files that were stored.",
    labels: [],
  },
  logLines: {
    type: "counter",
    name: "slidepost_log_lines",
    help: "Lines of the log at info and above, by level, whether or not they are written.",
    labels: ["level"],
    initial: [{ level: "info" }, { level: "warn" }, { level: "error" }],
  },
  eventLoop: {
    type: "histogram",
    name: "slidepost_event_loop_delay_seconds",
    unit: "seconds",
    help: "Delay of a timer by other work of the process.",
    labels: [],
    buckets: WORK,
  },
  cpu: {
    type: "counter",
    name: "process_cpu_seconds",
    unit: "seconds",
    help: "CPU time of the process, without ffmpeg and an embedded database.",
    labels: [],
  },
  memory: {
    type: "gauge",
    name: "process_resident_memory_bytes",
    unit: "bytes",
    help: "Resident memory of the process, without ffmpeg and an embedded database.",
    labels: [],
  },
  clockSkew: {
    type: "gauge",
    name: "slidepost_clock_skew_seconds",
    unit: "seconds",
    help: "Time by which the machine's clock is ahead of the database's; negative: behind.",
    labels: [],
  },
  openFiles: {
    type: "gauge",
    name: "process_open_fds",
    help: "Open files of the process: connections, files and pipes (Linux).",
    labels: [],
  },
  openFilesMax: {
    type: "gauge",
    name: "process_max_fds",
    help: "Maximum of open files of the process (Linux).",
    labels: [],
  },
  started: {
    type: "gauge",
    name: "process_start_time_seconds",
    unit: "seconds",
    help: "Start of the service, in seconds since the epoch.",
    labels: [],
  },
  build: {
    type: "info",
    name: "slidepost_build",
    help: "Versions.",
    labels: ["version", "commit", "deno"],
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>;
