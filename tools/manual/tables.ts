/** Tables of the manual that are generated from the code, by the name of their place. */
import { CONFIG_KEYS } from "../../src/config/mod.ts";
import type { Key } from "../../src/config/values.ts";
import { STATUSES as SMPP_STATUSES } from "../../src/connectors/smsc_smpp/command_status.ts";
import { type Fault, type FaultName, FAULTS } from "../../src/core/errors.ts";
import { MEDIA_TYPES, type MediaType } from "../../src/core/media/media_types.ts";
import {
  type ImageForm,
  RENDITION_PROFILES,
  type RenditionProfile,
  RENDITIONS_BEST_FIRST,
  type SoundForm,
  WEB,
  WEB_PICTURE,
} from "../../src/core/media/renditions.ts";
import type { Outcome } from "../../src/core/message/message.ts";
import {
  FAILED_DETAILS,
  ORDINARY_DETAILS,
  REJECTED_DETAILS,
} from "../../src/core/message/status_details.ts";
import { OBJECT_FORMS } from "../../src/core/routing/handset.ts";
import { SHIPPED_OPERATORS } from "../../src/core/routing/operators.ts";
import type { MetricDefinition } from "../../src/lib/openmetrics.ts";
import { METRICS } from "../../src/metrics/definitions.ts";
import { MM_STATUSES } from "../../src/mm7/mm_status.ts";
import {
  type HttpRow,
  type Meaning,
  RESPONSE_CODES,
  RESPONSE_HTTP,
  RESPONSE_HTTP_ONLY,
} from "../../src/mm7/response_status.ts";
import { STATUSES as MM7_STATUSES, type StatusRow } from "../../src/mm7/status.ts";
import { TREATMENT, type Treatment } from "../../src/mm7/treatment.ts";
import { ATTRIBUTES, SPANS } from "../../src/tracing/definitions.ts";
import { postbackCodes } from "./postback_codes.ts";
import { PROVIDER_TABLES } from "./provider_tables.ts";
import { table } from "./table.ts";

/** Generated tables by page, then by the name between the markers of their place. */
export const TABLES: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  "carrier-codes.md": {
    "mm7-responses": mm7Responses,
    "http-responses": () => httpResponses(RESPONSE_HTTP),
    "http-only-responses": () => httpResponses(RESPONSE_HTTP_ONLY),
    "mm-statuses": mmStatuses,
    "smpp-statuses": smppStatuses,
  },
  "configuration.md": { keys: () => keys(false), "advanced-keys": () => keys(true) },
  "errors.md": {
    "json-errors": () => faults((name) => !ADMIN_FAULTS.has(name)),
    "admin-errors": () => faults((name) => ADMIN_FAULTS.has(name)),
    "mm7-codes": mm7Codes,
    "postback-codes": () =>
      table(["Code", "Origin", "Meaning", "Required", "Optional"], postbackCodes()),
    "status-details": statusDetails,
  },
  ...PROVIDER_TABLES,
  "metrics.md": { metrics },
  "mm7.md": { treatment },
  "routing.md": { operators },
  "sizing.md": { "from-memory": fromMemory },
  "tracing.md": { spans, "span-attributes": spanAttributes },
  "templates.md": {
    "media-types": mediaTypes,
    renditions,
    "object-forms": objectForms,
  },
};

/** Faults that only the admin API produces. */
const ADMIN_FAULTS: ReadonlySet<string> = new Set<FaultName>([
  "adminTokenInvalid",
  "notFound",
  "alreadyExists",
  "conflict",
]);

const ORIGINS: Readonly<Record<Fault["source"], string>> = {
  spec: "interface",
  public: "common",
  ours: "own",
};

function spans(): string {
  const rows = Object.entries(SPANS).map((
    [name, { kind, covers }],
  ) => [`\`${name}\``, kind, covers]);
  return table(["Span", "Kind", "Covers"], rows);
}

function spanAttributes(): string {
  const rows = Object.entries(ATTRIBUTES).map(([name, meaning]) => [`\`${name}\``, meaning]);
  return table(["Attribute", "Meaning"], rows);
}

function metrics(): string {
  const definitions: MetricDefinition[] = Object.values(METRICS);
  return table(
    ["Metric", "Type", "Labels", "Measures"],
    definitions.map(({ name, type, labels, help }) => [
      `\`${name}\``,
      type,
      labels.map((label) => `\`${label}\``).join(", "),
      help.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase()).slice(0, -1),
    ]),
  );
}

const code = (text: string | number) => `\`${text}\``;

function keys(areAdvanced: boolean): string {
  const listed = Object.entries<Key<unknown>>(CONFIG_KEYS)
    .filter(([, { isAdvanced }]) => isAdvanced === areAdvanced);
  return table(
    ["Key", "Default", "Unit", "Purpose"],
    listed.map(([name, { default: standard, fromMemory, unit, reason }]) => {
      const shown = fromMemory ? "from `MEMORY`" : standard ? code(standard) : "–";
      return [code(name), shown, unit, reason];
    }),
  );
}

/** Values of MEMORY that the manual lists the defaults for, in bytes. */
const MEMORIES = [256e6, 512e6, 1e9, 2e9];

/** Lists the defaults that follow from MEMORY. */
function fromMemory(): string {
  const rows = Object.entries<Key<unknown>>(CONFIG_KEYS).flatMap(([name, { fromMemory, unit }]) => {
    if (fromMemory === undefined) return [];
    const value = (memory: number) => {
      const number = fromMemory(memory);
      return unit === "bytes" ? `${Math.round(number / 1e6)} MB` : number.toLocaleString("en");
    };
    return [[code(name), ...MEMORIES.map(value)]];
  });
  return table(["Key", ...MEMORIES.map((memory) => `${memory / 1e6} MB`)], rows);
}

/** Lists faults in the order of their codes. */
function faults(isListed: (name: string) => boolean): string {
  const number = ({ json }: Fault) => Number(json.slice(1));
  const rows = Object.entries<Fault>(FAULTS).filter(([name]) => isListed(name))
    .map(([, fault]) => fault)
    .sort((a, b) => number(a) - number(b) || a.http - b.http);
  return table(
    ["Code", "HTTP", "`error-info`", "Origin"],
    rows.map((fault) => [code(fault.json), fault.http, fault.text, ORIGINS[fault.source]]),
  );
}

function mm7Codes(): string {
  return table(
    ["StatusCode", "HTTP", "StatusText", "Details"],
    Object.values<StatusRow>(MM7_STATUSES).map(({ code: status, http = 200, text, details }) => [
      status,
      http,
      text,
      details,
    ]),
  );
}

function statusDetails(): string {
  const codes = (details: readonly string[]) => details.map(code).join(", ");
  return table(["Code", "`status`", "`status-details`"], [
    [code("N101"), "Sent", code(ORDINARY_DETAILS.sent)],
    [code("N102"), "Delivered", code(ORDINARY_DETAILS.delivered)],
    [code("N103"), "Expired", code(ORDINARY_DETAILS.expired)],
    [code("E101"), "Failed", codes(FAILED_DETAILS)],
    [code("E102"), "Rejected", codes(REJECTED_DETAILS)],
    [code("E102"), "Unrecognised", `a number and ${code(":Exception")}`],
  ]);
}

function treatment(): string {
  return table(
    ["Element", "Treatment"],
    Object.entries<Treatment>(TREATMENT).map(([name, treated]) => [name, treatmentOf(treated)]),
  );
}

function treatmentOf(treated: Treatment): string {
  switch (treated.behaviour) {
    case "Stripped":
      return "ignored";
    case "Error":
      return `refused with ${MM7_STATUSES[treated.status].code}`;
    case "PassThrough":
      return "passed on";
    case "Default":
      return "has a default";
  }
}

function mm7Responses(): string {
  return table(
    ["StatusCode", "When", "Treatment"],
    RESPONSE_CODES.map((row) => [range(row), row.when, treatmentOfMeaning(row.meaning)]),
  );
}

function httpResponses(rows: readonly HttpRow[]): string {
  return table(
    ["HTTP", "When", "Treatment"],
    rows.map((row) => [
      row.from === 0 ? "any other" : range(row),
      row.description,
      treatmentOfMeaning(row.meaning),
    ]),
  );
}

function range({ from, to }: { from: number; to: number }): string {
  return from === to ? String(from) : `${from} to ${to}`;
}

function treatmentOfMeaning(meaning: Meaning): string {
  return meaning.means === "final" ? `final: ${outcome(meaning.outcome)}` : meaning.means;
}

function mmStatuses(): string {
  return table(
    ["MMStatus", "Outcome"],
    Object.entries(MM_STATUSES).map(([status, outcomeOf]) => {
      const result = outcomeOf({});
      return [code(status), result.outcome === "noted" ? "noted in the history" : outcome(result)];
    }),
  );
}

function outcome(result: Outcome): string {
  const details = "details" in result ? result.details : undefined;
  return details === undefined ? result.outcome : `${result.outcome}, ${code(details)}`;
}

function smppStatuses(): string {
  return table(
    ["Status", "Name", "Meaning", "Treatment"],
    SMPP_STATUSES.map(({ status, name, description, means, outcome: result }) => [
      code(`0x${status.toString(16).padStart(2, "0")}`),
      `ESME_${name}`,
      description,
      means === "permanent" ? `final: ${outcome(result)}` : means,
    ]),
  );
}

function operators(): string {
  const kb = (bytes: number | undefined) => bytes === undefined ? "" : `${bytes / 1000} KB`;
  return table(
    ["Id", "Operator", "Country", "Short code", "Toll-free", "10DLC"],
    SHIPPED_OPERATORS.map(({ id, name, country, maxBytes }) => {
      const of = (kind: "short-code" | "toll-free" | "10dlc") =>
        kb(maxBytes[kind] ?? maxBytes.other);
      return [code(id), name, country, of("short-code"), of("toll-free"), of("10dlc")];
    }),
  );
}

function mediaTypes(): string {
  const codes = (names: readonly string[]) => names.map(code).join(", ");
  return table(
    ["Kind", "Extensions", "MIME types"],
    MEDIA_TYPES.map(({ kind, extensions, type, aliases }: MediaType) => [
      code(kind),
      codes(extensions.map((extension) => `.${extension}`)),
      codes([type, ...aliases]),
    ]),
  );
}

function renditions(): string {
  return table(
    ["Rendition", "Message", "Images", "Video", "Audio"],
    [
      ...RENDITIONS_BEST_FIRST.map((name) => RENDITION_PROFILES[name]).map((rendition) => [
        code(rendition.name),
        `${rendition.wireBytes / 1000} KB`,
        imageForm(rendition.image),
        videoForm(rendition),
        sound(rendition.audio),
      ]),
      [code(WEB), "hosted page", imageForm(WEB_PICTURE), "–", "–"],
    ],
  );
}

function imageForm({ box, maxBytes }: ImageForm): string {
  return `JPEG within ${box.width}×${box.height}, ${maxBytes / 1000} KB`;
}

function videoForm({ video: { codec, box, sound: audio, maxFps } }: RenditionProfile): string {
  const name = { h264: "H.264", h263: "H.263" }[codec];
  const turned = box.turns ? ", turned for portrait" : "";
  return `${name} within ${box.width}×${box.height}${turned}, ${maxFps} frames/s; ${sound(audio)}`;
}

function sound({ codec, channels }: SoundForm): string {
  const name = { "aac": "AAC", "mp3": "MP3", "amr-nb": "AMR-NB" }[codec];
  return codec === "amr-nb" ? name : `${name}, ${channels === 1 ? "mono" : "stereo"}`;
}

const PLATFORMS: Readonly<Record<keyof typeof OBJECT_FORMS, string>> = {
  A: "Apple",
  B: "Android",
  other: "another",
  unknown: "unknown",
};

function objectForms(): string {
  const kinds = ["contact", "calendar", "pdf", "ms-excel"] as const;
  return table(
    ["Handset", ...kinds.map(code)],
    Object.entries(OBJECT_FORMS).map(([platform, forms]) => [
      PLATFORMS[platform as keyof typeof OBJECT_FORMS],
      ...kinds.map((kind) => forms[kind]),
    ]),
  );
}
