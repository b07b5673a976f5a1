/**
 * Settings of the embedded database, for one machine that it shares with the service. They are
 * written at each start, so that a newer program brings its own.
 */

/** A setting, and the reason for its value. */
type Setting = readonly [name: string, value: string | number, reason: string];

/**
 * Gives the settings.
 * @param connections Sessions of the service.
 * @param major Version of Postgres.
 */
function settingsOf(connections: number, major: number): readonly Setting[] {
  return [
    ["listen_addresses", "''", "no TCP"],
    ["unix_socket_directories", "'.'", "here, where nobody else may enter"],
    ["unix_socket_permissions", "0700", "once more"],
    ["max_connections", connections + 13, "those of the service, a backup, and 3 for superusers"],

    ["fsync", "on", "an answer is given once its message is on disk"],
    ["synchronous_commit", "on", "likewise"],
    ["full_page_writes", "on", "a power cut may tear a page"],

    ["shared_buffers", "'64MB'", "the busy rows of a day; the system's cache holds the rest"],
    ["work_mem", "'4MB'", "statements find rows by keys and sort few of them"],
    ["maintenance_work_mem", "'32MB'", "an index of a million rows in one pass"],
    ["temp_buffers", "'1MB'", "there are no temporary tables"],
    ["dynamic_shared_memory_type", "'mmap'", "containers have 64 MB of /dev/shm, or none"],
    ["max_worker_processes", 2, "none works in parallel"],
    ["max_logical_replication_workers", 0, "there is no replica"],
    ["max_parallel_workers_per_gather", 0, "statements are short"],
    ["max_parallel_maintenance_workers", 0, "the service needs the other cores"],
    ...major >= 18 ? [["io_method", "'sync'", "saves three processes"] as const] : [],

    ["wal_level", "'minimal'", "there is no replica"],
    ["max_wal_senders", 0, "likewise"],
    ["wal_compression", "on", "less to wait for on a slow disk"],
    ["min_wal_size", "'64MB'", "files that are written again cost less than new ones"],
    ["max_wal_size", "'512MB'", "a checkpoint each few minutes under load; seconds of recovery"],
    ["checkpoint_timeout", "'10min'", "as far apart as that allows"],

    ["autovacuum_max_workers", 1, "one table at a time"],
    ["autovacuum_naptime", "'20s'", "rows change several times in the first minute of a message"],
    ["autovacuum_vacuum_scale_factor", 0.05, "a large table is not left until a fifth is dead"],
    ["autovacuum_analyze_scale_factor", 0.05, "likewise"],

    ["log_destination", "'stderr'", "the service reads it into its own log"],
    ["logging_collector", "off", "likewise"],
    ["log_line_prefix", "''", "the service's log has the time"],
    ["log_min_messages", "'log'", "errors of statements reach the service as answers"],
    ["log_min_error_statement", "'panic'", "statements may hold numbers and texts"],
    ["log_parameter_max_length_on_error", 0, "likewise"],
    ["log_error_verbosity", "'terse'", "details may, too"],
    ["log_checkpoints", "off", "they are routine"],

    ["timezone", "'UTC'", "whatever the machine's"],
    ["log_timezone", "'UTC'", "likewise"],
    ["lc_messages", "'C'", "the service reads the levels"],
  ];
}

/** First line of the file: tells a database of this kind. */
export const HEADER = "# slidepost writes this file at each start: changes do not last.";

/** Gives the text of `postgresql.conf`. */
export function configurationFile(connections: number, major: number): string {
  const lines = settingsOf(connections, major)
    .map(([name, value, reason]) => `${`${name} = ${value}`.padEnd(44)} # ${reason}`);
  return [HEADER, "", ...lines, ""].join("\n");
}

/** Role and database of the service. The role may do nothing else; nobody else may connect. */
export const NAME = "slidepost";

/** Text of `pg_hba.conf`: the directory of the socket keeps others out. */
export const ACCESS_FILE = [HEADER, "", `local ${NAME} ${NAME} trust`, ""].join("\n");
