/** Sections 2.1, 2.2, 4.1 and 7.1: submission over MM7. */
import { content, envelope, mm7Codes, mm7Limits, mm7Samples, submit } from "./files.ts";
import { inFile, section } from "./requirement.ts";

const reader = inFile("mime/reader_test.ts");

const stripped = (element: string) =>
  [
    `${element} is taken, whatever it holds, and goes no further`,
    submit(`spec 2.1 ${element}: stripped`),
  ] as const;

const passed = (element: string, title: string) =>
  [
    `${element} (${title}) goes on to the carrier as it came`,
    submit(`spec 2.1 ${element}: passed through`),
  ] as const;

const refused = (element: string, code: number, more: string) =>
  [
    `${element} makes the submission fail`,
    submit(`spec 2.1 ${element}: error ${code}`),
    mm7Codes(more),
  ] as const;

export const SUBMIT_REQ = section("2.1", {
  "envelope": [
    "The envelope is SOAP 1.1: TransactionID in the header, SubmitReq in the body",
    submit("spec 2.1 TransactionID: *", "spec 2.1 SubmitReq: *"),
    envelope(
      "a SubmitReq is refused with 2507: SOAP 1.2",
      "a SubmitReq is refused with 2510: no header",
      "a SubmitReq is refused with 2511: no body",
    ),
  ],
  "namespace": [
    "The elements are of the schema's namespace",
    envelope(
      "a SubmitReq is refused with 2507: another namespace",
      "a SubmitReq is taken: in an older namespace",
    ),
    mm7Codes("MM7 code 2507 a schema of release 4"),
  ],
  "TransactionID: mandatory": [
    "Every request has a TransactionID in its header",
    submit("spec 2.1 TransactionID: required, returned unchanged"),
    mm7Codes("MM7 code 2510 no TransactionID"),
  ],
  "TransactionID: returned": [
    "The answer has the client's value, unchanged",
    submit("spec 2.1 TransactionID: required, returned unchanged"),
    mm7Limits("TransactionID: 255 characters come back, with one more it is 2007 without"),
  ],
  "SubmitReq": [
    "The body's element says that a multimedia message is submitted",
    submit("spec 2.1 SubmitReq: marks an MMS MT; another operation is refused"),
    mm7Codes("MM7 code 2512 *"),
  ],
  "MM7Version": [
    "The version is mandatory",
    submit("spec 2.1 MM7Version: required, 5.3.0 to 6.8.0, echoed"),
    mm7Codes("MM7 code 2505 no MM7Version"),
  ],
  "SenderIdentification": [
    "The container of the sender's ids is mandatory",
    submit("spec 2.1 SenderIdentification: required"),
    mm7Codes("MM7 code 2561 no SenderIdentification"),
  ],
  "VASPID": [
    "VASPID is mandatory, and is an API key of the account",
    submit("spec 2.1 VASPID: required, an API key of the account"),
    mm7Codes("MM7 code 2564 *"),
  ],
  "VASID": [
    "VASID is mandatory for shared short codes and optional otherwise",
    submit("spec 2.1 VASID: mandatory for a shared short code, otherwise optional"),
    mm7Codes("MM7 code 2562 *"),
  ],
  "SenderAddress": [
    "The account's short code is mandatory, as ShortCode, and provisioned to the account",
    submit("spec 2.1 SenderAddress: required, provisioned; *"),
    mm7Codes(
      "MM7 code 2504 no SenderAddress",
      "MM7 code 2563 a short code of another account",
    ),
  ],
  "Recipients: one": [
    "There is one recipient, as To with a Number; more are an error",
    submit("spec 2.1 Recipients: exactly one, *"),
    mm7Codes("MM7 code 2502 *", "MM7 code 2503 two numbers"),
  ],
  "Recipients: form": [
    "The recipient is an international number in digits",
    submit("spec 2.1 Recipients: exactly one, *"),
    mm7Codes("MM7 code 2002 recipient as *"),
  ],
  "Subject": ["A title is optional", submit("spec 2.1 Subject: optional, any Unicode")],
  "Content: element": [
    "Content is mandatory and empty",
    submit("spec 2.1 Content: required, *"),
    mm7Codes("MM7 code 2506 no Content"),
  ],
  "Content: href": [
    "href leads by cid: to the part that is attached",
    submit("spec 2.1 Content: required, *"),
    mm7Codes("MM7 code 2513 no part has the id of Content href"),
    envelope("a SubmitReq is refused with 2506: no href"),
  ],
  "Content: allowAdaptations": [
    "The attribute is a boolean that the request must have",
    submit("spec 2.1 Content: required, *"),
    envelope("a SubmitReq is refused with 2007: a strange boolean"),
  ],
  "Content: adaptation": [
    "It says whether content may be transcoded",
    content(
      "content: allowAdaptations=true, a film is fitted",
      "content: allowAdaptations=false, too big for the operator: SMS with its words",
    ),
  ],
  "ApplicID": stripped("ApplicID"),
  "AuxApplicInfo": stripped("AuxApplicInfo"),
  "ChargedParty": refused("ChargedParty", 3002, "MM7 code 3002 ChargedParty"),
  "ChargedPartyID": refused("ChargedPartyID", 3002, "MM7 code 3002 ChargedPartyID"),
  "ContentClass": stripped("ContentClass"),
  "DeliveryCondition": stripped("DeliveryCondition"),
  "DeliveryReport": [
    "Delivery reports are on, whatever is asked; the account can turn them off",
    submit("spec 2.1 DeliveryReport: true by default, whatever the request says"),
    inFile("jobs/postbacks/postbacks_test.ts")(
      "postbacks ... are not sent for reports that the account does not want",
    ),
  ],
  "DistributionIndicator": stripped("DistributionIndicator"),
  "DRMContent": stripped("DRMContent"),
  "EarliestDeliveryTime": stripped("EarliestDeliveryTime"),
  "ExpiryDate": [
    "A message expires after three days unless an earlier time is given",
    submit("spec 2.1 ExpiryDate: 3 days by default and at most; *"),
    mm7Codes("MM7 code 2007 ExpiryDate in the past"),
  ],
  "LinkedID": stripped("LinkedID"),
  "MessageClass": passed("MessageClass", "the message's class"),
  "Priority": passed("Priority", "High, Normal or Low"),
  "ReadReply": stripped("ReadReply"),
  "ReplyApplicID": stripped("ReplyApplicID"),
  "ReplyCharging": refused("ReplyCharging", 2565, "MM7 code 2565 ReplyCharging"),
  "replyChargingSize": refused("replyChargingSize", 2565, "MM7 code 2565 ReplyCharging"),
  "replyDeadline": refused("replyDeadline", 2565, "MM7 code 2565 ReplyCharging"),
  "ServiceCode": passed("ServiceCode", "of the VASP, for charging"),
  "TimeStamp": [
    "Without a time of its own a message has the time of submission",
    submit("spec 2.1 TimeStamp: the time of submission by default"),
  ],
  "X-Service-Carrier-Id: no look-up": [
    "The header is optional and spares the look-up of the operator",
    submit("spec 2.1 X-Service-Carrier-Id: is stored with the message and sent in its postbacks"),
    mm7Codes("MM7 code 2566 an unknown carrier id"),
  ],
  "X-Service-Carrier-Id: returned": [
    "Reports and inbound messages bring the operator's id in the same header",
    submit("spec 2.1 X-Service-Carrier-Id: is stored with the message and sent in its postbacks"),
    inFile("spec/inbound_test.ts")(
      "messages from handsets: 6.6: an SMS is reported by N211, with each of its fields and no other",
    ),
  ],
});

const RESPONSE = submit("spec 2.2 SubmitRsp: TransactionID, MM7Version, Status, MessageID *");
const FAULT = submit("spec 2.2 failure: a SOAP Fault with RSErrorRsp, TransactionID echoed");

export const SUBMIT_RSP = section("2.2", {
  "TransactionID": ["The header has the request's value", RESPONSE],
  "SubmitRsp": ["The body's element is the response to a submission", RESPONSE],
  "MM7Version": ["The response has a version", RESPONSE],
  "Status": ["Code and text are in one container", RESPONSE],
  "StatusCode": ["The code says whether the submission was taken", RESPONSE],
  "StatusText": ["A text describes the code", RESPONSE],
  "MessageID: success": [
    "A success has the id that the service gave the message",
    RESPONSE,
    mm7Codes("MM7 code 1000 accepted, with MessageID and the TransactionID of the request"),
  ],
  "MessageID: reports": [
    "Reports on the message have the same id",
    inFile("jobs/postbacks/vasp_test.ts")(
      "notices to VASPs ... a delivered message is reported as Retrieved, to the last element",
    ),
  ],
  "failure: fault": ["A failure is a SOAP fault: client's code, text and detail", FAULT],
  "failure: RSErrorRsp": [
    "The detail has an RSErrorRsp with version and status: code, text and details",
    FAULT,
    envelope("a fault has the form of spec 2.2"),
  ],
  "failure: TransactionID": ["A fault has the request's TransactionID", FAULT],
});

export const MM7_DOOR = section("4.1", {
  "address": [
    "Submissions are POSTed to the service's MM7 path",
    mm7Samples("sample *: 1000 with MessageID, then N101 and N102"),
    mm7Codes("another method gets 405 with Allow: POST"),
  ],
  "Authorization": ["Basic credentials are sent", mm7Codes("MM7 code 2568 *")],
  "Accept": [
    "The request may say which type of answer it takes",
    mm7Codes("the response is application/xml, or text/xml where Accept asks for it"),
  ],
  "Content-Type": [
    "The body is multipart/related with boundary, type and start",
    mm7Codes("MM7 code 2500 *"),
    mm7Samples("sample *: 1000 with MessageID, then N101 and N102"),
  ],
  "Content-Length": [
    "The body's length is declared, or it comes in chunks",
    mm7Samples("sample * in chunks, and another TransactionID"),
    mm7Codes("MM7 code 2560 *"),
  ],
  "SOAPAction": [
    "A SOAPAction is sent",
    mm7Samples("sample *: 1000 with MessageID, then N101 and N102"),
  ],
  "X-Service-Carrier-Id": [
    "The operator's id may be sent",
    submit("spec 2.1 X-Service-Carrier-Id: is stored with the message and sent in its postbacks"),
  ],
  "Expect": [
    "A client may wait for 100 Continue",
    mm7Samples("spec 4.1 with Expect: 100-continue: 100 Continue, then accepted"),
  ],
  "rule 1: first part": [
    "The first part is the envelope: XML, by the id that start names",
    mm7Codes("MM7 code 2515 an envelope of another type than XML"),
    reader("the start of *"),
  ],
  "rule 1: optional elements": [
    "Optional elements stand in SubmitReq",
    submit("spec 2.1 DeliveryReport: *", "spec 2.1 ExpiryDate: *", "spec 2.1 TimeStamp: *"),
  ],
  "rule 2: second part": [
    "The second part has the id of Content's href",
    mm7Codes("MM7 code 2513 no part has the id of Content href"),
  ],
  "rule 2: parts": [
    "It holds the message's parts, each with an id: texts, and SMIL that refers to them",
    content(
      "content: with SMIL the parts go out as they came, SMIL first and untouched",
      "content: no SMIL is one slide per part, in order, with a SMIL of ours",
    ),
  ],
  "success": [
    "A success is HTTP 200 in XML and UTF-8 with a SubmitRsp of code 1000",
    RESPONSE,
    mm7Codes("the response is application/xml, or text/xml where Accept asks for it"),
  ],
  "failure": ["A failure is a fault with RSErrorRsp", FAULT],
});

export const MM7_ERRORS = section("7.1", {
  "1000": [
    "1000 says that the request was read and found valid",
    mm7Codes("MM7 code 1000 accepted, *"),
  ],
  "2007": [
    "2007 says in a client's fault that the request cannot be parsed, its format being corrupt",
    submit("spec 7.1 2007: cannot be parsed, the message format is corrupt"),
    mm7Codes("MM7 code 2007 *"),
  ],
});
