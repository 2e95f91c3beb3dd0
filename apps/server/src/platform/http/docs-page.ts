import type { OpenApiDocument } from "./openapi.ts";
import { escapeHtml, plainPage } from "./plain-page.ts";

type Operation = NonNullable<OpenApiDocument["paths"][string][string]>;

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
    ...Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema }]) =>
      schemaBlock(type === "application/json" ? "Body" : `Body (${type})`, schema),
    ),
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
  const introduction = `<p>${document.info.description} For machines: <a href="/api/openapi.json">openapi.json</a>. Errors always carry <code>message</code> and <code>code</code>.</p>`;
  return plainPage(document.info.title, [introduction, ...cards].join("\n"));
}
