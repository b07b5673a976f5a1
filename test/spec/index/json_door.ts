/** Sections 4.2, 5, 7.2 and 9: the JSON operations in common, credentials, errors, versions. */
import {
  common,
  contract,
  doors,
  envelope,
  errors,
  mm7Codes,
  savemms,
  sendsavedmms,
  sendsms,
  submit,
} from "./files.ts";
import { inFile, section } from "./requirement.ts";

export const JSON_DOOR = section("4.2", {
  "method": ["Operations are POSTed", common("spec 4.2 method: POST, and no other")],
  "path": [
    "All operations have one address; the action decides",
    doors("POST * is 404", "the path may end in a slash"),
  ],
  "x-api-key": ["x-api-key is mandatory", common("spec 5 x-api-key is mandatory")],
  "content-type": [
    "The content type is application/json",
    common("spec 4.2 content-type: application/json is mandatory"),
  ],
  "body": [
    "The body is one JSON object",
    common("spec 4.2 the request body is one JSON object"),
  ],
  "action": [
    "action is mandatory",
    common("spec 4.2 action is mandatory, and its value case-insensitive"),
    errors("E100 400: action is missing", "E107 400: an unknown action"),
  ],
  "action: letter case": ["It is read in any letter case", doors("* in any letter case")],
});

export const CREDENTIALS = section("5", {
  "MM7: Basic": [
    "A submission has Basic credentials in its HTTP header",
    mm7Codes("MM7 code 2568 *"),
    submit("spec 1.1 a request without Basic credentials is refused"),
  ],
  "MM7: body": [
    "Its body has the VASPID and, where it is required, the VASID",
    submit("spec 2.1 VASPID: required, an API key of the account", "spec 2.1 VASID: *"),
  ],
  "JSON: key": [
    "A JSON request has the account's API key",
    common("spec 5 x-api-key is mandatory"),
    errors("E104 401: *"),
  ],
  "JSON: form": [
    "The key is alphanumeric and case-sensitive",
    common("spec 5 the API key is alphanumeric and case-sensitive"),
  ],
  "JSON: reset": [
    "The key can be replaced",
    common("spec 5 the API key is resettable: a new one works, the old one no more"),
  ],
  "JSON: several accounts": [
    "A template is sent with the key of the account that has it",
    common("spec 5 with several accounts, the key of the one that holds the template"),
    sendsavedmms("spec 4.4 rule 1: with the key of another account the template does not exist"),
  ],
});

export const JSON_ERRORS = section("7.2", {
  "fields": [
    "A failure has status, error-code and error-info",
    savemms("spec 4.3 failure: status, error-code and error-info"),
    sendsavedmms("spec 4.4 failure: status, error-code, error-info"),
    sendsms("spec 4.5 failure: status, error-code, error-info, to"),
  ],
  "E626": [
    "E626 is for a template that has not finished encoding",
    errors("E626 409: the template is being encoded"),
  ],
  "E1703": ["E1703 is for an event without a title", errors("E1703 400: an event without a title")],
  "condition: mandatory field": [
    "A mandatory field that lacks fails the request",
    errors("E110 400: to is missing", "E111 400: from is missing", "E311 400: no name"),
    errors("E312 400: no slide field", "E620 400: no mms-id", "E712 400: no message-text"),
  ],
  "condition: label": ["A label that is not allowed fails the request", errors("E1603 400: *")],
  "condition: name": [
    "Characters that a contact's name cannot have fail the request",
    errors("E1602 400: a name with a sign"),
  ],
  "condition: calendar": [
    "A field that an event lacks fails the request",
    errors("E1701 400: *", "E1702 400: *", "E1704 400: *", "E1705 400: *", "E1706 400: *"),
  ],
  "condition: image": ["An image of nothing fails the request", errors("E1501 400: *")],
  "condition: background": [
    "A background that is no JPEG, or is not there, fails the request",
    errors("E1502 422: a background *"),
  ],
  "condition: barcode": [
    "A barcode without an id fails the request",
    errors("E1503 400: a barcode without an id"),
  ],
  "condition: text area": [
    "A text area without text fails the request",
    errors("E1505 400: a text area without text"),
  ],
  "condition: photo": [
    "A photo that is not valid fails the request",
    errors("E1604 422: *"),
  ],
  "condition: content": [
    "Content that breaks the rules for it fails the request, or the template",
    errors("E229 400: content at *"),
    savemms("spec 2.3 fetching rule *: E011"),
  ],
});

export const VERSIONS = section("9", {
  "JSON": [
    "The JSON operations are version 2",
    doors("POST * is 404"),
    contract("the app and openapi.yaml have the same operations"),
  ],
  "MM7": [
    "A submission has its MM7 version; 6.8.0 is one",
    submit("spec 2.1 MM7Version: required, 5.3.0 to 6.8.0, echoed"),
    inFile("mm7/samples_test.ts")("sample to-mmsc-SubmitReq-specsample.http"),
  ],
  "namespace": [
    "The namespace is that of release 6, MM7 1.4",
    mm7Codes("the response is in the namespace and version of the request"),
    envelope("a SubmitRsp is in the request's namespace, without prefixes, in schema order"),
  ],
});
