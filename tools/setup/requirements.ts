/**
 * Requirements of the service, its tests and its benchmarks on the machine.
 */
import { CREATE_OWN, hasOwnAccount } from "../../src/adapters/embedded_postgres/account.ts";
import { file, type Probe } from "../../src/program/setup/probe.ts";
import {
  type Requirement as ServiceRequirement,
  REQUIREMENTS,
} from "../../src/program/setup/requirements.ts";
import { embeddedPostgres, postgresServer, program } from "./probe.ts";

/**
 * Stages; each needs the requirements of those before it, and more. `test` is the suite of every
 * change, `full` all tests.
 */
export const STAGES = ["start", "test", "full", "bench"] as const;
export type Stage = typeof STAGES[number];

/** Requirement with the first stage that needs it. */
export interface Requirement extends ServiceRequirement {
  readonly neededBy: Stage;
}

/** Creates a probe for libraries that Homebrew does not have, and that tests on macOS do without. */
const ofDebian = (path: string): Probe => Deno.build.os === "darwin" ? () => true : file(path);

export const requirements: readonly Requirement[] = [
  ...REQUIREMENTS.map((requirement) => ({ ...requirement, neededBy: "start" as const })),
  {
    name: "PostgreSQL",
    why: "is the embedded database where npm has none for the platform",
    neededBy: "start",
    essential: false, // DATABASE_URL may name a server instead
    probe: embeddedPostgres,
    debian: ["postgresql"],
    brew: ["postgresql@17"],
  },
  {
    name: "user slidepost",
    why: "runs the embedded database where root starts the service",
    neededBy: "start",
    essential: false, // a user that other programs share does, with a warning
    probe: hasOwnAccount,
    create: CREATE_OWN,
    debian: [],
    brew: [],
  },
  {
    name: "PostgreSQL server",
    why: "is an older version that the tests run against, too",
    neededBy: "full",
    essential: true,
    probe: postgresServer,
    debian: ["postgresql"],
    brew: ["postgresql@17"],
  },
  {
    name: "pgbouncer",
    why: "is a pooler in front of the database in tests",
    neededBy: "full",
    essential: false, // without it these tests are skipped
    probe: program("pgbouncer"),
    debian: ["pgbouncer"],
    brew: ["pgbouncer"],
  },
  {
    name: "xmllint",
    why: "validates MM7 messages against the schema",
    neededBy: "test",
    essential: true,
    probe: program("xmllint"),
    debian: ["libxml2-utils"],
    brew: ["libxml2"],
  },
  {
    name: "icalendar for Python",
    why: "reads calendars in tests",
    neededBy: "test",
    essential: true,
    probe: ofDebian("/usr/lib/python3/dist-packages/icalendar/__init__.py"),
    debian: ["python3-icalendar"],
    brew: ["python"],
  },
  {
    name: "vobject for Python",
    why: "reads contacts and calendars in tests",
    neededBy: "test",
    essential: true,
    probe: ofDebian("/usr/lib/python3/dist-packages/vobject/__init__.py"),
    debian: ["python3-vobject"],
    brew: ["python"],
  },
  {
    name: "libical for Python",
    why: "reads calendars in tests",
    neededBy: "test",
    essential: true,
    probe: ofDebian(
      `/usr/lib/${Deno.build.arch}-linux-gnu/girepository-1.0/ICalGLib-3.0.typelib`,
    ),
    debian: ["gir1.2-ical-3.0", "python3-gi"],
    brew: ["python"],
  },
  {
    name: "Net::SMPP for Perl",
    why: "is an independent SMSC that the tests submit to",
    neededBy: "test",
    essential: true,
    probe: ofDebian("/usr/share/perl5/Net/SMPP.pm"),
    debian: ["libnet-smpp-perl"],
    brew: ["perl"],
  },
  {
    name: "tshark",
    why: "dissects the PDUs that tests send to an SMSC",
    neededBy: "test",
    essential: false, // without it that test is skipped
    probe: program("tshark"),
    debian: ["tshark"],
    brew: ["wireshark"],
  },
  {
    name: "Prometheus",
    why: "scrapes the metrics and evaluates the alerts in tests",
    neededBy: "full",
    essential: false, // without it these tests are skipped
    probe: program("promtool"),
    debian: ["prometheus"],
    brew: ["prometheus"],
  },
  {
    name: "nginx",
    why: "is a proxy in front of the service in tests",
    neededBy: "full",
    essential: false, // without it these tests are skipped
    probe: program("nginx"),
    debian: ["nginx-light"],
    brew: ["nginx"],
  },
  {
    name: "Caddy",
    why: "is a proxy in front of the service in tests",
    neededBy: "full",
    essential: false, // without it these tests are skipped
    probe: program("caddy"),
    debian: ["caddy"],
    brew: ["caddy"],
  },
  {
    name: "systemd-analyze",
    why: "checks the service unit",
    neededBy: "full",
    essential: false, // without it these tests are skipped
    probe: ofDebian("/usr/bin/systemd-analyze"),
    debian: ["systemd"],
    brew: ["coreutils"],
  },
  {
    name: "strace",
    why: "lists the system calls that the service makes",
    neededBy: "full",
    essential: false, // without it that test is skipped
    probe: ofDebian("/usr/bin/strace"),
    debian: ["strace"],
    brew: ["coreutils"],
  },
  {
    name: "libfaketime",
    why: "changes the clock of the program in `deno task chaos`",
    neededBy: "full",
    essential: false, // without it the clock is not changed
    probe: ofDebian(`/usr/lib/${Deno.build.arch}-linux-gnu/faketime/libfaketime.so.1`),
    debian: ["libfaketime"],
    brew: ["libfaketime"],
  },
  {
    name: "Chromium",
    why: "opens the hosted pages in tests",
    neededBy: "test",
    essential: false, // not a package on every derivative of Debian: Ubuntu's is a snap
    probe: program("chromium", "chromium-browser", "google-chrome"),
    debian: ["chromium"],
    brew: ["chromium"],
  },
  {
    name: "zbarimg",
    why: "reads the barcodes that tests draw",
    neededBy: "test",
    essential: true,
    probe: program("zbarimg"),
    debian: ["zbar-tools"],
    brew: ["zbar"],
  },
  {
    name: "dmtxread",
    why: "reads the Data Matrix codes that tests draw",
    neededBy: "test",
    essential: true,
    probe: program("dmtxread"),
    debian: ["dmtx-utils"],
    brew: ["dmtx-utils"],
  },
  {
    name: "Go",
    why: "runs the client for Go in tests",
    neededBy: "full",
    essential: false, // without it these tests are skipped
    probe: program("go"),
    debian: ["golang-go"],
    brew: ["go"],
  },
  {
    name: "PHP",
    why: "runs the client for PHP in tests",
    neededBy: "full",
    essential: false, // without it these tests are skipped
    probe: program("php"),
    debian: ["php-cli"],
    brew: ["php"],
  },
  {
    name: "JDK",
    why: "runs the client for Java in tests",
    neededBy: "full",
    essential: false, // without it these tests are skipped
    probe: program("javac"),
    debian: ["default-jdk-headless"],
    brew: ["openjdk"],
  },
  {
    name: "wrk",
    why: "generates more load than a Deno program can",
    neededBy: "bench",
    essential: true,
    probe: program("wrk"),
    debian: ["wrk"],
    brew: ["wrk"],
  },
];

/** Lists the requirements of a stage. */
export function neededFor(stage: Stage): readonly Requirement[] {
  const reached = STAGES.slice(0, STAGES.indexOf(stage) + 1);
  return requirements.filter(({ neededBy }) => reached.includes(neededBy));
}
