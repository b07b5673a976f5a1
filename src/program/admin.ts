/** `admin <noun> <verb> …`: a thin client of the admin API, made of its table of operations. */
import { visible, visibleJson } from "../core/visible.ts";
import {
  type AdminField,
  type AdminOperation,
  adminOperations,
} from "../generated/admin_operations.ts";

/** A command line that cannot be run; says why and how it is written. */
class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Runs one operation and prints its answer. Answers the exit code. */
export async function admin(
  args: readonly string[],
  environment: Record<string, string>,
): Promise<number> {
  const json = args.includes("--json");
  const words = args.filter((word) => word !== "--json");
  if (words.length === 0 || words[0] === "help" || words[0] === "--help") {
    console.log(overview());
    return 0;
  }
  try {
    const operation = operationOf(words);
    const target = await targetOf(environment);
    const response = await fetch(await request(operation, words.slice(2), target));
    return await print(operation, response, json);
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(error.message);
      return 2;
    }
    if (error instanceof TypeError) {
      console.error(`slidepost does not answer (${visible(error.message)}); is it running?`);
      return 1;
    }
    throw error;
  }
}

interface Target {
  url: string;
  token: string;
}

/** Where the service is: SLIDEPOST_URL and ADMIN_TOKEN, else the sandbox of DATA_DIR. */
async function targetOf(environment: Record<string, string>): Promise<Target> {
  const { SLIDEPOST_URL, ADMIN_TOKEN, DATA_DIR = "./data", HOST, PORT } = environment;
  const sandbox = await sandboxOf(`${DATA_DIR}/sandbox.json`);
  const token = ADMIN_TOKEN ?? sandbox?.["admin-token"];
  if (token === undefined) {
    throw new UsageError(
      "ADMIN_TOKEN is not set, and there is no sandbox in DATA_DIR whose token could be used",
    );
  }
  const local = `http://${HOST || "127.0.0.1"}:${PORT || "8080"}`;
  return { url: (SLIDEPOST_URL ?? sandbox?.["base-url"] ?? local).replace(/\/+$/, ""), token };
}

async function sandboxOf(file: string): Promise<Record<string, string> | null> {
  try {
    return JSON.parse(await Deno.readTextFile(file));
  } catch {
    return null;
  }
}

function operationOf([noun, verb]: readonly string[]): AdminOperation {
  const found = adminOperations.find(({ cli }) => cli[0] === noun && cli[1] === verb);
  if (found !== undefined) return found;
  const verbs = adminOperations.filter(({ cli }) => cli[0] === noun).map(usage);
  throw new UsageError(
    verbs.length > 0 ? verbs.join("\n") : `unknown: ${noun}\n\n${overview()}`,
  );
}

async function request(
  operation: AdminOperation,
  words: readonly string[],
  { url, token }: Target,
): Promise<Request> {
  const { positional, options } = split(operation, words);
  if (positional.length !== operation.pathParams.length) throw new UsageError(usage(operation));
  let path = operation.path;
  operation.pathParams.forEach(({ name }, index) => {
    path = path.replace(`{${name}}`, encodeURIComponent(positional[index]!));
  });
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  for (const [name, text] of options) {
    if (operation.query.some((one) => one.name === name)) {
      query.set(name, text);
      continue;
    }
    const field = operation.body.find((one) => one.name === name)!;
    body[name] = field.type === "files"
      ? [...body[name] as unknown[] ?? [], await readFile(text)]
      : valueOf(field, text);
  }
  const hasBody = operation.body.length > 0;
  return new Request(`${url}${path}${query.size > 0 ? `?${query}` : ""}`, {
    method: operation.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(hasBody ? { "content-type": "application/json" } : {}),
    },
    body: hasBody ? JSON.stringify(body) : undefined,
  });
}

/** `--name value`, `--name=value`, and `--name` alone for a boolean. */
function split(
  operation: AdminOperation,
  words: readonly string[],
): { positional: string[]; options: [string, string][] } {
  const positional: string[] = [];
  const options: [string, string][] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (!word.startsWith("--")) {
      positional.push(word);
      continue;
    }
    const [name, inline] = cut(word.slice(2));
    const field = [...operation.query, ...operation.body].find((one) => one.name === name);
    if (field === undefined) throw new UsageError(`unknown: --${name}\n${usage(operation)}`);
    const next = words[i + 1];
    if (inline !== null) options.push([name, inline]);
    else if (field.type === "boolean" && !/^(true|false)$/.test(next ?? "")) {
      options.push([name, "true"]);
    } else if (next === undefined) throw new UsageError(`--${name} needs a value`);
    else {
      options.push([name, next]);
      i++;
    }
  }
  return { positional, options };
}

function cut(word: string): [string, string | null] {
  const at = word.indexOf("=");
  return at < 0 ? [word, null] : [word.slice(0, at), word.slice(at + 1)];
}

/** A value as its field has it; what is not of its type is left for the service to refuse. */
function valueOf(field: AdminField, text: string): unknown {
  if (field.nullable && text === "null") return null;
  if (field.type === "integer" && /^-?\d+$/.test(text)) return Number(text);
  if (field.type === "boolean" && /^(true|false)$/.test(text)) return text === "true";
  return text;
}

/** A file as a body has it: the last step of its path, and its bytes in base64. */
async function readFile(path: string): Promise<{ name: string; content: string }> {
  try {
    const content = (await Deno.readFile(path)).toBase64();
    return { name: path.split(/[/\\]/).at(-1)!, content };
  } catch (error) {
    throw new UsageError(`${path} cannot be read (${(error as Error).message})`);
  }
}

async function print(
  operation: AdminOperation,
  response: Response,
  json: boolean,
): Promise<number> {
  if (!response.ok) {
    const body = await response.json().catch(() => ({}));
    const { "error-code": code = response.status, "error-info": info = "" } = body;
    if (json) console.log(visibleJson(JSON.stringify(body)));
    else console.error(visible(`${code}: ${info}`));
    return 1;
  }
  switch (operation.answer) {
    case "bytes":
      await printFile(response);
      return 0;
    case "none":
      if (!json) console.log("done");
      return 0;
    case "json": {
      const body = await response.json();
      console.log(json ? visibleJson(JSON.stringify(body)) : lines(body));
      return 0;
    }
  }
}

/** Writes a file to the byte; to a terminal as text, its control characters as escapes. */
async function printFile(response: Response): Promise<void> {
  if (Deno.stdout.isTerminal()) {
    console.log((await response.text()).split(/\r?\n/).map(visible).join("\n"));
  } else {
    await response.body!.pipeTo(Deno.stdout.writable, { preventClose: true });
  }
}

/** For people: `field  value` lines; a list's items with an empty line between. */
function lines(body: Record<string, unknown>): string {
  if (!Array.isArray(body.items)) return fields(body, "");
  const items = body.items.map((item) => fields(item, ""));
  const cursor = body["next-cursor"];
  const more = typeof cursor === "string" ? [`more: --cursor ${visible(cursor)}`] : [];
  return [...items, ...more].join("\n\n") || "none";
}

function fields(record: Record<string, unknown>, indent: string): string {
  const named = Object.entries(record).map(([name, value]) => [visible(name), value] as const);
  const width = Math.max(...named.map(([name]) => name.length));
  return named.map(([name, value]) => {
    if (Array.isArray(value) && value.some((item) => typeof item === "object")) {
      const items = value.map((item) => fields(item, `${indent}    `)).join("\n\n");
      return `${indent}${name}\n${items}`;
    }
    return `${indent}${name.padEnd(width)}  ${shown(value)}`;
  }).join("\n");
}

function shown(value: unknown): string {
  if (typeof value === "object" && value !== null) return visibleJson(JSON.stringify(value));
  return visible(String(value ?? "–"));
}

function overview(): string {
  const rows = adminOperations.map((one) => `  ${usage(one)}\n      ${one.summary}`);
  return `admin <noun> <verb> … [--json]\n\n${rows.join("\n")}\n\n` +
    `SLIDEPOST_URL and ADMIN_TOKEN say where; without them, the sandbox of DATA_DIR.`;
}

function usage({ cli, pathParams, query, body }: AdminOperation): string {
  const places = pathParams.map(({ name }) => `<${name}>`);
  const options = [...query, ...body].map(({ name, required, values, type }) => {
    if (type === "files") return `[--${name} PATH]…`;
    const option = type === "boolean" ? `--${name}` : `--${name} ${values?.join("|") ?? "…"}`;
    return required ? option : `[${option}]`;
  });
  return [...cli, ...places, ...options].join(" ");
}
