/**
 * Typed client of the JSON API.
 *
 *     const client = new Client({ baseUrl: "https://mms.example.com", apiKey });
 *     const sent = await client.sendsms({ messageText: "Hello", to, from });
 *     console.log(sent.trackingId);
 */
export { SlidepostError } from "./error.ts";
export * from "./generated.ts";
export {
  parsePostback,
  type Postback,
  PostbackVerificationError,
  type RequestHeaders,
  type UnknownPostback,
  type VerificationOptions,
  verifyPostback,
  verifySignature,
} from "./postback.ts";
export { type CallOptions, type ClientOptions, type FileResponse } from "./transport.ts";
