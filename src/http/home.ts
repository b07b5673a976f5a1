/** `GET /`: leads to the console, or names the documents where there is none. */
import { DOCS_PATH } from "../core/docs_path.ts";

/** Path of the customers' contract. */
export const CONTRACT_PATH = "/openapi.json";

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
} as const;

export function homeResponse(
  { hasConsole, hasManual }: { hasConsole: boolean; hasManual: boolean },
): Response {
  if (hasConsole) return new Response(null, { status: 302, headers: { location: "/console" } });
  return new Response(pageOf(hasManual), { headers: HEADERS });
}

function pageOf(hasManual: boolean): string {
  const manual = hasManual ? `<li>Manual: <a href="${DOCS_PATH}">${DOCS_PATH}</a></li>\n` : "";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>slidepost</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
</head>
<body>
<main>
<h1>slidepost</h1>
<p>This is a messaging service for programs.</p>
<ul>
${manual}<li>OpenAPI: <a href="${CONTRACT_PATH}">${CONTRACT_PATH}</a></li>
</ul>
</main>
</body>
</html>
`;
}
