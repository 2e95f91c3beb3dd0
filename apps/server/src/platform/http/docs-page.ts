import type { OpenApiDocument } from "./openapi.ts";

type Operation = NonNullable<OpenApiDocument["paths"][string][string]>;

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);

const STYLE = `
:root{color-scheme:light dark;--ink:#14201c;--muted:#56635e;--line:#dfe3dd;--soft:#f4f5f1;--green:#0b6b52}
@media(prefers-color-scheme:dark){:root{--ink:#eef1ec;--muted:#a3aea8;--line:#2c3732;--soft:#1a2320;--green:#5fd0ab;background:#0f1714}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);max-width:60rem;margin:0 auto;padding:2rem 1.25rem 4rem}
h1{font-size:2rem;line-height:1.2;margin:0 0 .5rem}h2{font-size:1.05rem;margin:0;overflow-wrap:anywhere}
p{margin:.25rem 0 1rem;color:var(--muted)}a{color:var(--green)}
article{border:1px solid var(--line);border-radius:16px;padding:1.25rem;margin:1rem 0}
code,pre{font:14px/1.5 ui-monospace,monospace}b{color:var(--green)}
pre{background:var(--soft);border-radius:10px;padding:1rem;overflow:auto;max-height:24rem;margin:.5rem 0 0}
summary{cursor:pointer;min-height:44px;display:flex;align-items:center;color:var(--green)}
table{width:100%;border-collapse:collapse;margin:.5rem 0}th,td{text-align:left;padding:.35rem .75rem .35rem 0;border-bottom:1px solid var(--line);vertical-align:top}
`;

const schemaBlock = (title: string, value: object) =>
  `<details><summary>${title}</summary><pre tabindex="0">${escapeHtml(JSON.stringify(value, null, 2))}</pre></details>`;

function parameterTable({ parameters }: Operation): string {
  if (parameters.length === 0) return "";
  const rows = parameters.map(
    ({ name, in: place, required, description = "" }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${place}${required ? ", required" : ""}</td><td>${escapeHtml(description)}</td></tr>`,
  );
  return `<table><thead><tr><th>Parameter</th><th>Where</th><th>Meaning</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

function operationCard(method: string, path: string, operation: Operation): string {
  const blocks = [
    ...(operation.requestBody ? [schemaBlock("Body", operation.requestBody.content["application/json"].schema)] : []),
    schemaBlock("Answers", operation.responses),
  ];
  return `<article><h2><b>${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code></h2>
<p>${escapeHtml(operation.summary)} · ${operation["x-access"]}</p>${parameterTable(operation)}${blocks.join("")}</article>`;
}

/** The contract for people: one page, no script. */
export function docsPage(document: OpenApiDocument): string {
  const cards = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => operationCard(method, path, operation)),
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${document.info.title}</title><style>${STYLE}</style></head>
<body><main><h1>${document.info.title}</h1>
<p>${document.info.description} For machines: <a href="/api/openapi.json">openapi.json</a>. Errors always carry <code>message</code> and <code>code</code>.</p>
${cards.join("\n")}</main></body></html>`;
}
