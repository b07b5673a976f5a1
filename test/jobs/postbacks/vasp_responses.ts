/** Responses of VASPs to a notice, and what becomes of the notice. */
import { bytes } from "../../mime/bytes.ts";
import { multipart } from "../../support/vasp.ts";
import { faultOf, type ReceivedNotice, responseTo, soap } from "../../support/vasp_receiver.ts";

type Respond = (notice: ReceivedNotice) => Response | Promise<Response>;
const LONG = "x".repeat(3000);

/**
 * First response of a VASP, which then always responds with 1000, and the outcome of the notice.
 */
export const RESPONSES: Record<string, [Respond, "sent" | "again" | "dead", error?: RegExp]> = {
  "1000": [(notice) => responseTo(notice, 1000), "sent"],
  "1100, a partial success": [(notice) => responseTo(notice, 1100), "sent"],
  "1000 in an HTTP 500": [(notice) => responseTo(notice, 1000, 500), "sent"],
  "1000 in a …Rsp of another operation": [
    () => responseTo({ envelope: "", operation: "SubmitReq" }, 1000),
    "sent",
  ],
  "1000 without a namespace, in other letters": [
    () =>
      soap(
        "<deliveryreportrsp><status><STATUSCODE> 1000 </STATUSCODE></status></deliveryreportrsp>",
      ),
    "sent",
  ],
  "1000 in ISO-8859-1, with a letter": [
    () => {
      const begin = `<?xml version="1.0" encoding="ISO-8859-1"?>` +
        "<DeliveryReportRsp><Status><StatusCode>1000</StatusCode><StatusText>re";
      const end = "u</StatusText></Status></DeliveryReportRsp>";
      return new Response(Uint8Array.from([...bytes(begin), 0xe7, ...bytes(end)]));
    },
    "sent",
  ],
  "1000 in a multipart": [
    async (notice) => {
      const content = await responseTo(notice, 1000).text();
      const headers = ["Content-Type: text/xml"];
      return new Response(multipart("b", [{ headers, content }]), {
        headers: { "content-type": "multipart/related; boundary=b" },
      });
    },
    "sent",
  ],
  "2004": [(notice) => responseTo(notice, 2004), "dead", /^MM7 2004 text of 2004$/],
  "2000 in an HTTP 400": [(notice) => responseTo(notice, 2000, 400), "dead", /^MM7 2000 /],
  "a fault with 4004": [() => faultOf(4004), "dead", /^MM7 4004 fault 4004: more of it$/],
  "2000 with much to say": [
    () =>
      soap(
        `<VASPErrorRsp><Status><StatusCode>2000</StatusCode><StatusText>${LONG}` +
          `</StatusText></Status></VASPErrorRsp>`,
      ),
    "dead",
    /^MM7 2000 x{200}$/,
  ],
  "4000 (an error of no kind)": [(notice) => responseTo(notice, 4000), "again", /^MM7 4000 /],
  "a fault with 4006": [() => faultOf(4006), "again", /^MM7 4006 fault 4006: more of it$/],
  "4001": [(notice) => responseTo(notice, 4001), "dead", /^MM7 4001 /],
  "4007": [(notice) => responseTo(notice, 4007), "dead", /^MM7 4007 /],
  "2000 in an HTTP 503": [(notice) => responseTo(notice, 2000, 503), "again", /^MM7 2000 /],
  "2000 in an HTTP 401": [(notice) => responseTo(notice, 2000, 401), "again", /^MM7 2000 /],
  "HTTP 413": [() => new Response("too large", { status: 413 }), "dead", /^HTTP 413$/],
  "3510": [(notice) => responseTo(notice, 3510), "again", /^MM7 3510 /],
  "3000": [(notice) => responseTo(notice, 3000), "again", /^MM7 3000 text of 3000$/],
  "3003": [(notice) => responseTo(notice, 3003), "again", /^MM7 3003 /],
  "a fault with 3520": [() => faultOf(3520), "again", /^MM7 3520 /],
  "3003 in an HTTP 413": [(notice) => responseTo(notice, 3003, 413), "dead", /^MM7 3003 /],
  "a fault with 3001": [() => faultOf(3001), "again", /^MM7 3001 fault 3001: more of it$/],
  "a fault that says 1000": [() => faultOf(1000), "again", /^MM7 1000 /],
  "a code of five digits": [(notice) => responseTo(notice, 20_000), "again", /^MM7 20000 /],
  "a fault without MM7": [
    () => soap(`<env:Fault><faultcode>env:Server</faultcode></env:Fault>`, 500),
    "again",
    /^HTTP 500$/,
  ],
  "an HTTP 200 without a body": [
    () => new Response(null),
    "again",
    /^the response has no MM7 status$/,
  ],
  "an HTTP 204": [() => new Response(null, { status: 204 }), "again", /no MM7 status/],
  "1000 in something else than a …Rsp": [
    () => soap("<Status><StatusCode>1000</StatusCode></Status>"),
    "again",
    /no MM7 status/,
  ],
  "our own request, echoed": [
    ({ envelope }) => new Response(envelope),
    "again",
    /no MM7 status/,
  ],
  "a page": [() => new Response("<html><p>ok<br></html>"), "again", /no MM7 status/],
  "a DOCTYPE with entities": [
    () => new Response(`<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>`),
    "again",
    /no MM7 status/,
  ],
  "half a response": [
    async (notice) => new Response((await responseTo(notice, 1000).text()).slice(0, -40)),
    "again",
    /no MM7 status/,
  ],
  "HTTP 404": [() => new Response("not found", { status: 404 }), "again", /^HTTP 404$/],
  "HTTP 410": [() => new Response(null, { status: 410 }), "again", /^HTTP 410$/],
  "a redirect": [
    () => new Response(null, { status: 307, headers: { location: "/" } }),
    "again",
    /^HTTP 307$/,
  ],
};
