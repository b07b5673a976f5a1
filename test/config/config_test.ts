import assert from "node:assert/strict";
import { CONFIG_KEYS, ConfigError, nearMisses, readConfig } from "../../src/config/mod.ts";

/** Reads an environment, and returns its faults. */
function faultsOf(environment: Record<string, string>, strict = false): string[] {
  try {
    readConfig(environment, { strict });
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.message.split("\n");
  }
}

Deno.test("every key has a unit, a reason, and a valid default", () => {
  assert.ok(Object.isFrozen(readConfig({})));
  for (const [name, { unit, reason, parse, default: standard }] of Object.entries(CONFIG_KEYS)) {
    assert.ok(unit !== "" && reason !== "", name);
    assert.match(reason, /^[A-Z].*[^.]$/, name);
    if (standard !== null && standard !== "") assert.doesNotThrow(() => parse(standard, {}), name);
  }
});

Deno.test("values are parsed by the key's kind", () => {
  const table: [Record<string, string>, Record<string, unknown>][] = [
    [{ PORT: "0" }, { PORT: 0 }],
    [{ PORT: " 80 " }, { PORT: 80 }],
    [{ PORT: "" }, { PORT: 8080 }],
    [{ BASE_URL: "https://mms.example.com/x//" }, { BASE_URL: "https://mms.example.com/x" }],
    [{ OUTBOUND_ALLOW: "10.0.0.0/8, ::1/128,," }, { OUTBOUND_ALLOW: ["10.0.0.0/8", "::1/128"] }],
    [{ POSTBACK_SCHEDULE: "0s, 1.5s, 2m,3h, 1d" }, {
      POSTBACK_SCHEDULE: [0, 1500, 120_000, 10_800_000, 86_400_000],
    }],
    [{ MESSAGE_RETENTION: "90d" }, { MESSAGE_RETENTION: 7_776_000_000 }],
    [{ FETCH_TIMEOUT: "1.5m" }, { FETCH_TIMEOUT: 90_000 }],
    [{ IMAGE_MAX_BYTES: "12MB" }, { IMAGE_MAX_BYTES: 12_000_000 }],
    [{ IMAGE_MAX_BYTES: "512KiB" }, { IMAGE_MAX_BYTES: 524_288 }],
    [{ IMAGE_MAX_BYTES: "77B" }, { IMAGE_MAX_BYTES: 77 }],
    [{ LOG_LEVEL: "debug" }, { LOG_LEVEL: "debug" }],
    [{ OPERATOR_PREFIXES: "1617=0001470,44=a_B-1" }, {
      OPERATOR_PREFIXES: new Map([["1617", "0001470"], ["44", "a_B-1"]]),
    }],
    [{ OPERATOR_LOOKUP_HEADERS: '{"x-api-key":"a; b"}' }, {
      OPERATOR_LOOKUP_HEADERS: { "x-api-key": "a; b" },
    }],
    [{ OPERATOR_LOOKUP_URL: "https://hlr.example/{number}?n={number}" }, {
      OPERATOR_LOOKUP_URL: "https://hlr.example/{number}?n={number}",
    }],
    [{ SECRETS_KEY: `none, ${"0a".repeat(32)}, ${"A".repeat(43)}=` }, {
      SECRETS_KEY: [null, new Uint8Array(32).fill(10), new Uint8Array(32)],
    }],
    [{}, { DATABASE_URL: null, BASE_URL: null, ADMIN_TOKEN: null, DEFAULT_CONNECTOR: null }],
  ];
  for (const [environment, expected] of table) {
    const config = readConfig(environment);
    for (const [name, value] of Object.entries(expected)) {
      assert.deepEqual(config[name as keyof typeof config], value, JSON.stringify(environment));
    }
  }
});

Deno.test("a malformed value is refused with the key's name and the expected form", () => {
  const table: [string, string, RegExp][] = [
    ["PORT", "65536", /^PORT must be a whole number from 0 to 65535, not "65536"$/],
    ["PORT", "80a", /^PORT must be a whole number/],
    ["DATABASE_CONNECTIONS", "1", /from 2 to 500/],
    ["SECRETS_KEY", "c2hvcnQ=", /^SECRETS_KEY must be keys of 32 bytes in base64 or hex; .* them$/],
    ["REQUEST_BODIES_MAX_BYTES", "20MB", /at least four times the maximum body/],
    ["BASE_URL", "mms.example.com", /^BASE_URL must be a URL that begins with http/],
    ["LOG_LEVEL", "loud", /one of debug, info, warn, error, silent/],
    ["POSTBACK_SCHEDULE", "soon", /a list of durations such as/],
    ["POSTBACK_SCHEDULE", "31d", /a list of durations/],
    ["POSTBACK_SCHEDULE", "721h", /at most 30d/],
    [
      "FETCH_TIMEOUT",
      "30",
      /^FETCH_TIMEOUT must be a duration such as 30s.* from 1s to 1h, not "30"$/,
    ],
    ["FETCH_TIMEOUT", "0.5s", /from 1s to 1h/],
    ["FETCH_TIMEOUT", "61m", /from 1s to 1h/],
    ["FETCH_TIMEOUT", "5min", /^FETCH_TIMEOUT must be a duration/],
    ["IMAGE_MAX_BYTES", "10000000", /^IMAGE_MAX_BYTES must be a size such as 500KB, 10MB or 1GiB/],
    ["IMAGE_MAX_BYTES", "10mb", /a size such as/],
    ["IMAGE_MAX_BYTES", "3GB", /from 1B to 2GiB, not "3GB"$/],
    ["DEFAULT_CONNECTOR", "My Connector", /a connector's name/],
    ["DATABASE_URL", "mysql://root:hidden@db/x", /^DATABASE_URL must be a connection URI [^]*$/],
    ["OUTBOUND_ALLOW", "10.0.0.0/33", /^OUTBOUND_ALLOW must be a list of CIDRs.*"10.0.0.0\/33"$/],
    ["OUTBOUND_ALLOW", "10.0.0.300", /a list of CIDRs, addresses and hosts/],
    ["OUTBOUND_ALLOW", "10.0.0.1:70000", /a list of CIDRs, addresses and hosts/],
    ["OUTBOUND_ALLOW", "files.internal, http://x", /a list of CIDRs, addresses and hosts/],
    ["OPERATOR_LOOKUP", "hlr", /one of none, prefix, http/],
    ["OPERATOR_PREFIXES", "1617", /a list of different prefixes/],
    ["OPERATOR_PREFIXES", "1=a,1=b", /a list of different prefixes/],
    ["OPERATOR_LOOKUP_URL", "https://hlr.example/", /^OPERATOR_LOOKUP_URL must be a URL with/],
    ["OPERATOR_LOOKUP_URL", "ftp://hlr.example/{number}", /begins with http/],
    ["OPERATOR_LOOKUP_URL", "http://{number}/", /URL with {number} after its host$/],
    ["OPERATOR_LOOKUP_URL", "http://hlr.example:{number}/", /URL with {number} after its host$/],
    ["OPERATOR_LOOKUP_HEADERS", "x: hidden", /JSON of names and values/],
    ["OPERATOR_LOOKUP_HEADERS", '{"x": 1}', /JSON of names and values/],
    ["OPERATOR_LOOKUP_HEADERS", '{"x y": "hidden"}', /JSON of names and values/],
    ["OPERATOR_LOOKUP_HEADERS", '["hidden"]', /JSON of names and values/],
    ["OPERATOR_LOOKUP_PATH", "a..b", /names with dots between them/],
    ["ADMIN_TOKEN", "hidden", /^ADMIN_TOKEN must be at least 16 characters without spaces$/],
  ];
  for (const [name, value, expected] of table) {
    const [fault, ...others] = faultsOf({ [name]: value });
    assert.match(fault ?? "", expected, `${name}=${value}`);
    assert.deepEqual(others, []);
    assert.doesNotMatch(fault!, /hidden/, "a secret is not shown");
  }
});

Deno.test("all faults are reported at once", () => {
  assert.equal(faultsOf({ PORT: "x", LOG_LEVEL: "y", POSTBACK_TIMEOT: "5" }).length, 3);
});

Deno.test("an unknown key with one of our prefixes is an error; other variables are ignored", () => {
  const [fault] = faultsOf({ POSTBACK_TIMEOT: "5" });
  assert.match(
    fault!,
    /^POSTBACK_TIMEOT is not a configuration key; did you mean POSTBACK_TIMEOUT/,
  );
  const mistyped = {
    PICTURE_WORKER: "2",
    RENDITION_RETENTIONS: "1",
    CLICK_LINK_TIL: "1",
    HANDSET_TLL: "1",
    REQUEST_BODY_TIMOUT: "1",
    WEBHOOK_SECRET_OVERLAPS: "1",
    OPERATOR_PREFIX: "1",
    CONSOLE_LINK_TIL: "1",
    SEARCH_INDEX_RATES: "1",
    UPLOAD_MAX_BITES: "1",
  };
  assert.equal(faultsOf(mistyped).length, Object.keys(mistyped).length);
  const foreign = {
    HOME: "/root",
    LC_ALL: "C",
    // A Kubernetes pod beside services named `slidepost` and `database`.
    SLIDEPOST_SERVICE_HOST: "10.0.0.1",
    SLIDEPOST_PORT: "tcp://10.0.0.1:80",
    DATABASE_SERVICE_HOST: "10.0.0.2",
    DATABASE_SERVICE_PORT_POSTGRES: "5432",
    DATABASE_PORT: "tcp://10.0.0.2:5432",
    DATABASE_PORT_5432_TCP_ADDR: "10.0.0.2",
    // Of our own command line client.
    SLIDEPOST_URL: "http://127.0.0.1:8080",
  };
  assert.deepEqual(faultsOf(foreign), []);
});

Deno.test("a misspelt key is noticed, and variables of other programs are not", () => {
  const mistyped = {
    PROT: "PORT",
    PORTS: "PORT",
    HOTS: "HOST",
    host: "HOST",
    BASEURL: "BASE_URL",
    BASE_URI: "BASE_URL",
    LOGLEVEL: "LOG_LEVEL",
    log_format: "LOG_FORMAT",
    DATADIR: "DATA_DIR",
    DATABSE_URL: "DATABASE_URL",
    SECRET_KEY: "SECRETS_KEY",
    DEFAULT_CONECTOR: "DEFAULT_CONNECTOR",
    OUTBOND_ALLOW: "OUTBOUND_ALLOW",
    ADMINTOKEN: "ADMIN_TOKEN",
  };
  const found = nearMisses(mistyped).map(({ variable, key }) => [variable, key]);
  assert.deepEqual(found, Object.entries(mistyped));
  assert.deepEqual(nearMisses(Object.fromEntries(COMMON.map((name) => [name, "x"]))), []);
});

/** Names that shells, terminals, desktops, CI, containers, clouds and other programs set. */
const COMMON = `
  _ PATH HOME PWD OLDPWD USER LOGNAME SHELL SHLVL TERM COLORTERM LANG LANGUAGE LC_ALL LC_CTYPE TZ
  HOSTNAME HOSTTYPE MACHTYPE OSTYPE MAIL EDITOR VISUAL PAGER LESS LESSOPEN LESSCLOSE LS_COLORS IFS
  PS1 PS2 PROMPT_COMMAND HISTFILE HISTSIZE TMPDIR TEMP TMP COLUMNS LINES DISPLAY WAYLAND_DISPLAY
  XAUTHORITY XDG_DATA_DIRS XDG_DATA_HOME XDG_CONFIG_HOME XDG_CACHE_HOME XDG_RUNTIME_DIR
  XDG_SESSION_ID DBUS_SESSION_BUS_ADDRESS SSH_AUTH_SOCK SSH_AGENT_PID SSH_CLIENT SSH_CONNECTION
  SSH_TTY GPG_TTY SUDO_USER SUDO_UID SUDO_GID SUDO_COMMAND MANPATH INFOPATH CDPATH PYTHONPATH
  LD_LIBRARY_PATH LD_PRELOAD PKG_CONFIG_PATH NODE_PATH NODE_ENV NODE_OPTIONS NODE_EXTRA_CA_CERTS
  GOPATH GOROOT GOBIN JAVA_HOME VIRTUAL_ENV CARGO_HOME RUSTUP_HOME DENO_DIR DENO_INSTALL NO_COLOR
  FORCE_COLOR CLICOLOR npm_config_cache npm_package_name NVM_DIR HOMEBREW_PREFIX SYSTEMD_EXEC_PID
  INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET LISTEN_FDS LISTEN_PID MAINPID WATCHDOG_USEC
  STATE_DIRECTORY LOGS_DIRECTORY CACHE_DIRECTORY CI BUILD_ID GIT_DIR GIT_BRANCH GITHUB_TOKEN
  GITHUB_SHA GITHUB_WORKSPACE CI_JOB_ID RUNNER_OS http_proxy https_proxy no_proxy HTTP_PROXY
  HTTPS_PROXY NO_PROXY ALL_PROXY FTP_PROXY SSL_CERT_FILE SSL_CERT_DIR CURL_CA_BUNDLE DATABASE_URL
  PGHOST PGPORT PGUSER PGDATA PGPASSWORD PGDATABASE REDIS_URL REDIS_HOST REDIS_PORT DB_HOST DB_PORT
  DB_NAME DB_USER AMQP_URL SMTP_HOST SMTP_PORT MAIL_HOST API_KEY API_URL APP_URL APP_ENV APP_KEY
  SECRET TOKEN DEBUG VERBOSE LOG LOGS POD_NAME POD_IP POD_NAMESPACE NODE_NAME
  KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT KUBERNETES_PORT DOCKER_HOST CONTAINER
  AWS_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_PROFILE GOOGLE_APPLICATION_CREDENTIALS
  AZURE_CLIENT_ID DYNO FLY_REGION RENDER HEROKU_APP_NAME OTEL_SERVICE_NAME
  OTEL_EXPORTER_OTLP_ENDPOINT SENTRY_DSN TERM_PROGRAM VSCODE_PID WINDOWID WSL_DISTRO_NAME PORT HOST
`.trim().split(/\s+/);

Deno.test("a configuration file may name nothing unknown", () => {
  assert.deepEqual(faultsOf({ COLOUR: "x" }, true), ["COLOUR is not a configuration key"]);
});

Deno.test("DATABASE_URL is completed by libpq's variables, which a configuration file may name", () => {
  const database = { DATABASE_URL: "postgres:///d", PGHOST: "h", PGUSER: "u" };
  for (
    const config of [
      readConfig(database),
      readConfig({ DATABASE_URL: "postgres:///d" }, { strict: true, variables: database }),
      readConfig({ DATABASE_URL: "postgres:///d", PGHOST: "h" }, {
        strict: true,
        variables: database,
      }),
    ]
  ) {
    const { hosts, user, database } = config.DATABASE_URL!;
    assert.deepEqual([hosts[0]!.host, user, database], ["h", "u", "d"]);
  }
  assert.deepEqual(faultsOf({ PGSERVICE: "s" }), [], "without a DATABASE_URL they say nothing");
  assert.match(faultsOf({ ...database, PGSERVICE: "s" })[0]!, /^DATABASE_URL must be .*PGSERVICE/);
});

Deno.test("the provider of operator lookups over HTTP needs its URL", () => {
  assert.deepEqual(faultsOf({ OPERATOR_LOOKUP: "http" }), [
    "OPERATOR_LOOKUP_URL must be set with OPERATOR_LOOKUP=http",
  ]);
  const url = "https://hlr.example/{number}";
  assert.deepEqual(faultsOf({ OPERATOR_LOOKUP: "http", OPERATOR_LOOKUP_URL: url }), []);
});

Deno.test("the postback queue on Postgres needs no server: the embedded database has it, too", () => {
  assert.deepEqual(faultsOf({ QUEUE: "postgres" }), []);
  const DATABASE_URL = "postgres://slidepost@localhost/slidepost";
  assert.deepEqual(faultsOf({ QUEUE: "postgres", DATABASE_URL }), []);
});
