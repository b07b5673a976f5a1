/** Settings that every kind of connector has, at their defaults. */
export const COMMON_SETTINGS = {
  burst: 0,
  unconfirmed: "resubmit",
  missingReport: "silent",
  disabled: false,
  tlsCa: null,
  tlsCertificate: null,
  tlsKey: null,
} as const;
