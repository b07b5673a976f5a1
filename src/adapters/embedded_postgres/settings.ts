/**
 * Settings of the embedded database, which shares its machine with the service. Each start writes
 * them, so that a newer program applies its own.
 */

/** Setting with the reason for its value. */
type Setting = readonly [name: string, value: string | number, reason: string];

/**
 * Lists the settings.
 * @param connections Maximum number of the service's sessions.
 * @param major Major version of Postgres.
 */
function settingsOf(connections: number, major: number): readonly Setting[] {
  return [
    ["listen_addresses", "''", "no TCP"],
    ["unix_socket_directories", "'.'", "the data directory, which only its owner may enter"],
    ["unix_socket_permissions", "0700", "likewise"],
    [
      "max_connections",
      connections + 13,
      "of the service, its queue, a backup, and 3 for superusers",
    ],

    ["fsync", "on", "a response promises that its message is on disk"],
    ["synchronous_commit", "on", "likewise"],
    ["full_page_writes", "on", "a power cut may tear a page"],

    ["shared_buffers", "'64MB'", "a day's hot rows; the page cache holds the rest"],
    ["work_mem", "'4MB'", "statements find rows by keys and sort few of them"],
    ["maintenance_work_mem", "'32MB'", "builds an index of a million rows in one pass"],
    ["temp_buffers", "'1MB'", "no temporary tables"],
    ["dynamic_shared_memory_type", "'mmap'", "containers have 64 MB of /dev/shm, or none"],
    ["max_worker_processes", 2, "no parallel queries"],
    ["max_logical_replication_workers", 0, "no replicas"],
    ["max_parallel_workers_per_gather", 0, "statements are short"],
    ["max_parallel_maintenance_workers", 0, "the service needs the other cores"],
    ...major >= 18 ? [["io_method", "'sync'", "saves three processes"] as const] : [],

    ["wal_level", "'minimal'", "no replicas"],
    ["max_wal_senders", 0, "likewise"],
    ["wal_compression", "on", "less to write to a slow disk"],
    ["min_wal_size", "'64MB'", "recycled files cost less than new ones"],
    ["max_wal_size", "'512MB'", "a checkpoint every few minutes under load, recovery in seconds"],
    ["checkpoint_timeout", "'10min'", "no earlier than max_wal_size requires"],

    ["autovacuum_max_workers", 1, "one table at a time"],
    ["autovacuum_naptime", "'20s'", "a message's rows change several times in its first minute"],
    ["autovacuum_vacuum_scale_factor", 0.05, "vacuums a large table before a fifth is dead"],
    ["autovacuum_analyze_scale_factor", 0.05, "likewise"],

    ["log_destination", "'stderr'", "the service copies it into its own log"],
    ["logging_collector", "off", "likewise"],
    ["log_line_prefix", "''", "the service's log has timestamps"],
    ["log_min_messages", "'log'", "the driver reports errors of statements to the service"],
    ["log_min_error_statement", "'panic'", "statements may contain numbers and texts"],
    ["log_parameter_max_length_on_error", 0, "likewise"],
    ["log_error_verbosity", "'terse'", "so may details"],
    ["log_checkpoints", "off", "routine"],

    ["timezone", "'UTC'", "independent of the machine's"],
    ["log_timezone", "'UTC'", "likewise"],
    ["lc_messages", "'C'", "the service parses the severities"],
  ];
}

/** First line of `postgresql.conf`, by which an embedded database of this kind is recognised. */
export const HEADER = "# slidepost writes this file at each start: changes do not last.";

/** Writes the text of `postgresql.conf`. */
export function configurationFile(connections: number, major: number): string {
  const lines = settingsOf(connections, major)
    .map(([name, value, reason]) => `${`${name} = ${value}`.padEnd(44)} # ${reason}`);
  return [HEADER, "", ...lines, ""].join("\n");
}

/** Name of the service's role and database. No other role may connect, nor this one elsewhere. */
export const NAME = "slidepost";

/** Text of `pg_hba.conf`. `trust` is safe, since the socket's directory keeps other users out. */
export const ACCESS_FILE = [HEADER, "", `local ${NAME} ${NAME} trust`, ""].join("\n");
