/**
 * Typed client of the JSON API.
 *
 *     const client = new Client({ baseUrl: "https://mms.example.com", apiKey });
 *     const sent = await client.sendsms({ "message-text": "Hello", to, from });
 *     console.log(sent["tracking-id"]);
 */
export * from "./generated.ts";
export {
  type CallOptions,
  type ClientOptions,
  type FileResponse,
  SlidepostError,
} from "./transport.ts";
