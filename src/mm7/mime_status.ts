/** Maps MIME faults of a request to MM7 statuses (contract section 5). */
import type { StatusName } from "./status.ts";

/** Names of `MimeFault` in `mime/errors.ts`. */
export type MimeFaultName = "contentType" | "envelope" | "structure" | "encoding" | "limit";

/**
 * Maps a fault to its status.
 *
 * @param position Position as in `mime/reader.ts`: `""` the whole body, `1` the envelope's part.
 */
export function statusOfMimeFault(fault: MimeFaultName, position: string): StatusName {
  switch (fault) {
    case "contentType":
      if (position === "") return "contentTypeInvalid";
      return position === "1" ? "envelopeTypeInvalid" : "attachmentTypeInvalid";
    case "envelope":
      return "envelopeTypeInvalid";
    case "structure":
      return "unparseable";
    case "encoding":
      return position === "1" ? "unparseable" : "attachmentMissing";
    case "limit":
      return "partsOverLimit";
  }
}
