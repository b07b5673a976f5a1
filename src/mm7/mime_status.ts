/** What a MIME fault of a request is in MM7 (contract section 5). */
import type { StatusName } from "./status.ts";

/** As `mime/errors.ts` names them. */
export type MimeFaultName = "contentType" | "envelope" | "structure" | "encoding" | "limit";

/** `place` as in `mime/reader.ts`: `""` the whole body, `1` its first part, which is the envelope. */
export function statusOfMimeFault(fault: MimeFaultName, place: string): StatusName {
  switch (fault) {
    case "contentType":
      if (place === "") return "contentTypeInvalid";
      return place === "1" ? "envelopeTypeInvalid" : "attachmentTypeInvalid";
    case "envelope":
      return "envelopeTypeInvalid";
    case "structure":
      return "unparseable";
    case "encoding":
      return place === "1" ? "unparseable" : "attachmentMissing";
    case "limit":
      return "partsOverLimit";
  }
}
