// Performs the cases that come as JSON on stdin, and prints an outcome a line.
import { createHash } from "node:crypto";
import { text } from "node:stream/consumers";
import process from "node:process";

// It is there only where the test has installed it.
const slidepost = await import(process.argv[2]);

const camel = (name) => name.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());
const hyphened = (name) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * Renames the fields of a value. `maps` are fields whose keys are the customer's own, `asTheyAre`
 * those that are not looked into.
 */
function renamed(value, rename, { maps = [], asTheyAre = [] } = {}, isMap = false) {
  if (Array.isArray(value)) return value.map((each) => renamed(each, rename, { maps, asTheyAre }));
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      isMap ? name : rename(name),
      asTheyAre.includes(name)
        ? each
        : renamed(each, rename, { maps, asTheyAre }, maps.includes(name)),
    ]),
  );
}

async function call(
  { baseUrl, apiKey, timeout, retries, action, request, maps, asTheyAre, ...options },
) {
  const client = new slidepost.Client({ baseUrl, apiKey, timeout, retries });
  const response = await client[action](renamed(request, camel, { maps }), options);
  if (!(response.bytes instanceof Uint8Array)) {
    return { response: renamed(response, hyphened, { asTheyAre }) };
  }
  const { bytes, ...file } = response;
  return { file: { ...file, sha256: createHash("sha256").update(bytes).digest("hex") } };
}

async function verify({ body, headers, secrets, now }) {
  const options = { now: new Date(now * 1000) };
  if (body.startsWith("<")) {
    await slidepost.verifySignature(body, headers, secrets, options);
    return { isVerified: true };
  }
  const postback = await slidepost.verifyPostback(body, headers, secrets, options);
  return postback.code === null
    ? { postback: { code: null, fields: postback.body } }
    : { postback: { code: postback.code, fields: renamed(postback, hyphened) } };
}

function failure(error) {
  if (error instanceof slidepost.SlidepostError) {
    const { status, code, info, to, retryAfter, link } = error;
    return { kind: "service", status, code, info, to, retryAfter, link };
  }
  if (error instanceof slidepost.PostbackVerificationError) return { kind: "verification" };
  if (error.name === "TimeoutError") return { kind: "timeout" };
  // Each runtime has network errors of its own.
  return { kind: /header|secret/i.test(error.message) ? "argument" : "connection" };
}

for (const { name, verification, ...calling } of JSON.parse(await text(process.stdin))) {
  const outcome = await (verification ? verify(verification) : call(calling))
    .catch((error) => ({ error: failure(error) }));
  console.log(JSON.stringify({ name, ...outcome }));
}
