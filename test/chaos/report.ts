/** The table of a run, and the record of a failed one. */
import { FAULTS, type Finding, SUBJECTS } from "./audit/finding.ts";
import type { World } from "./audit/world.ts";
import type { Ledger, Outcome } from "./ledger.ts";

const EXAMPLES = 5;

/** Formats a table with requests as rows and outcomes as columns. */
export function tableOf(ledger: Ledger, findings: readonly Finding[]): string {
  const head = ["", "accepted", "refused", "unanswered", ...FAULTS];
  const rows = SUBJECTS.map((subject) => [
    subject,
    ...(["accepted", "refused", "unknown"] as const).map((outcome) =>
      String(countOf(ledger, subject, outcome))
    ),
    ...FAULTS.map((fault) =>
      String(findings.filter((finding) => finding.of === subject && finding.fault === fault).length)
    ),
  ]);
  const totals = head.slice(1).map((_, column) =>
    String(rows.reduce((sum, row) => sum + Number(row[column + 1]), 0))
  );
  return [head, ...rows, ["all", ...totals]].map(([name, ...cells]) =>
    name!.padEnd(14) + cells.map((cell) => cell.padStart(13)).join("")
  ).join("\n");
}

function countOf(
  { requests, saved, written }: Ledger,
  subject: Finding["of"],
  outcome: Outcome,
): number {
  if (subject === "savemms") return saved.filter((template) => template.outcome === outcome).length;
  if (subject !== "inbound") {
    return requests.filter((request) => request.kind === subject && request.outcome === outcome)
      .length;
  }
  const response = { accepted: "kept", refused: "refused", unknown: null }[outcome];
  return written.filter((record) => record.response === response).length;
}

/**
 * Counts requests that were accepted without a response that says so, and those of them with a 503.
 */
export function acceptedUnanswered(
  { requests }: Ledger,
  { messages }: World,
): { all: number; unavailable: number } {
  const numbers = new Set(messages.map(({ to }) => to));
  const some = requests.filter(({ outcome, to }) => outcome === "unknown" && numbers.has(to));
  const unavailable = some.filter(({ lastResponse }) => lastResponse.startsWith("503")).length;
  return { all: some.length, unavailable };
}

/** Lists some findings of each fault. */
export function examplesOf(findings: readonly Finding[]): string[] {
  return [...Map.groupBy(findings, ({ of, fault }) => `${of} ${fault}`).values()].flatMap((some) =>
    some.slice(0, EXAMPLES).map(({ of, fault, id, text: says }) => `${fault}: ${of} ${id}: ${says}`)
  );
}

/** Writes all records, for a search for the cause. */
export async function writeRecords(
  directory: string,
  ledger: Ledger,
  findings: readonly Finding[],
  more: Record<string, unknown>,
): Promise<void> {
  const write = (name: string, lines: readonly unknown[]) =>
    Deno.writeTextFile(
      `${directory}/${name}.jsonl`,
      lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
    );
  await write("findings", findings);
  for (const [name, lines] of Object.entries({ ...ledger, ...more })) {
    if (Array.isArray(lines)) await write(name, lines);
  }
}
