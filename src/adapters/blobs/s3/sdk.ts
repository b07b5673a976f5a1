/**
 * Part of the AWS SDK. Its version is here and in tools/launch/s3.lock, as Deno downloads the
 * packages of deno.json and deno.lock with every first start, whether or not they are used.
 */
export { defaultProvider } from "npm:@aws-sdk/credential-provider-node@3.972.98";
