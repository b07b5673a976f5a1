/** Fields of postbacks that several tests compare with, in the order of the spec's tables. */

/** Spec 6.2: reports on an MMS, without the fields that are sent only where known. */
export const MMS_STATUS = [
  "origin",
  "code",
  "sent-as",
  "status",
  "status-details",
  "mms-id",
  "from",
  "to",
  "tracking-id",
  "client-reference",
  "timestamp",
];
