/** Spelling of settings on the wire, in code and in stored rows. */
import assert from "node:assert/strict";
import {
  changeSettings,
  settingsOf,
  wireName,
  type WireSettings,
  wireSettings,
} from "../../../src/core/routing/connector.ts";

const MMSC: WireSettings<"mmsc_mm7"> = {
  "url": "https://mmsc.example/mm7",
  "username": null,
  "password": null,
  "vaspid": "us",
  "vasid": null,
  "service-code": "4711",
  "mm7-version": "6.8.0",
  "namespace": "urn:mm7",
  "transfer-encoding": "base64",
  "tls-ca": null,
  "tls-certificate": "certificate",
  "tls-key": "key",
  "window": 10,
  "rate": null,
  "burst": 0,
  "timeout": 30,
  "relay-username": "them",
  "relay-password": "in",
  "unconfirmed": "wait",
  "missing-report": "expired",
  "disabled": false,
};

const SMSC: WireSettings<"smsc_smpp"> = {
  "host": "smsc.example",
  "port": 2775,
  "tls": false,
  "tls-ca": "authorities",
  "tls-certificate": null,
  "tls-key": null,
  "bind": "split",
  "sessions": 2,
  "system-id": "us",
  "password": null,
  "system-type": "",
  "window": 10,
  "rate": 5,
  "burst": 3,
  "enquire-link": 30,
  "timeout": 15,
  "source-ton": null,
  "source-npi": 1,
  "dest-ton": 1,
  "dest-npi": 1,
  "concatenation": "udh8",
  "payload-refused": "segments",
  "alphabets": "gsm-latin1",
  "service-type": "",
  "receipt-ids": "same",
  "receipts": "each",
  "user-message-reference": true,
  "unconfirmed": "resubmit",
  "missing-report": "silent",
  "disabled": false,
};

/**
 * Settings in rows of earlier versions, which must be read, and stay readable for those versions.
 */
const STORED_MMSC = {
  kind: "mmsc_mm7",
  url: "https://mmsc.example/mm7",
  username: null,
  password: null,
  vaspid: "us",
  vasid: null,
  serviceCode: "4711",
  version: "6.8.0",
  namespace: "urn:mm7",
  transferEncoding: "base64",
  tlsCa: null,
  tlsCertificate: "certificate",
  tlsKey: "key",
  window: 10,
  rate: null,
  burst: 0,
  timeoutSeconds: 30,
  relayUsername: "them",
  relayPassword: "in",
  unconfirmed: "wait",
  missingReport: "expired",
  disabled: false,
} as const;

const STORED_SMSC = {
  kind: "smsc_smpp",
  host: "smsc.example",
  port: 2775,
  tls: false,
  tlsCa: "authorities",
  tlsCertificate: null,
  tlsKey: null,
  bind: "split",
  sessions: 2,
  systemId: "us",
  password: "",
  systemType: "",
  window: 10,
  rate: 5,
  burst: 3,
  enquireLinkSeconds: 30,
  timeoutSeconds: 15,
  sourceTon: null,
  sourceNpi: 1,
  destTon: 1,
  destNpi: 1,
  concatenation: "udh8",
  payloadRefused: "segments",
  alphabets: ["gsm", "latin1"],
  serviceType: "",
  receiptIds: "same",
  receipts: "each",
  userMessageReference: true,
  unconfirmed: "resubmit",
  missingReport: "silent",
  disabled: false,
} as const;

Deno.test("settings on the wire are converted to those of stored rows, and back", () => {
  assert.deepEqual(settingsOf("mmsc_mm7", MMSC), STORED_MMSC);
  assert.deepEqual(settingsOf("smsc_smpp", SMSC), STORED_SMSC);
  assert.deepEqual(wireSettings(STORED_MMSC), MMSC);
  assert.deepEqual(wireSettings(STORED_SMSC), SMSC);
});

Deno.test("every set of alphabets, a password and a host survive the conversion and back", () => {
  for (const alphabets of ["none", "gsm", "latin1", "gsm-latin1"] as const) {
    const fields = { ...SMSC, alphabets, password: "s3cret" };
    assert.deepEqual(wireSettings(settingsOf("smsc_smpp", fields)), fields);
  }
  assert.equal(settingsOf("smsc_smpp", { ...SMSC, host: "SMSC.Example" }).host, "smsc.example");
});

Deno.test("a change replaces what it names", () => {
  const changed = changeSettings(STORED_SMSC, { "system-id": "them", "alphabets": "none" });
  assert.deepEqual(changed, { ...STORED_SMSC, systemId: "them", alphabets: [] });
});

Deno.test("a setting has the name of its option", () => {
  for (const [settings, fields] of [[STORED_MMSC, MMSC], [STORED_SMSC, SMSC]] as const) {
    const { kind, ...stored } = settings;
    assert.deepEqual(Object.keys(stored).map((name) => wireName(kind, name)), Object.keys(fields));
  }
});
