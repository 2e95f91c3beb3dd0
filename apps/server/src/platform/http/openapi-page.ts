import { STATUS_CODES } from "node:http";
import { ENDPOINT_GROUPS, ENDPOINTS } from "@nexby/contract/endpoints";
import { ERRORS } from "@nexby/contract/errors";
import { typeset } from "@nexby/domain/kernel/typography";
import type { FastifyInstance } from "fastify";
import type { SessionCookie } from "../auth.ts";
import { createPauses } from "../process.ts";
import { createTextKeeper, KEPT_LIMIT, limitPerAddress, serveKept } from "./kept-texts.ts";
import { errorCodesOf, type OpenApiDocument, type Operation, openApiDocument } from "./openapi.ts";
import { escapeHtml, plainPage } from "./plain-page.ts";

/** Examples and error messages stay as the API sends them. */
const prose = (text: string) => escapeHtml(typeset(text));
const json = (value: unknown) => escapeHtml(JSON.stringify(value, null, 2));
const code = (text: string) => `<code>${escapeHtml(text)}</code>`;

const block = (title: string, text: string, isOpen = false) =>
  `<details${isOpen ? " open" : ""}><summary>${title}</summary><pre tabindex="0">${text}</pre></details>`;

const list = (rows: readonly string[]) => `<ul class="facts">${rows.map((row) => `<li>${row}</li>`).join("")}</ul>`;

type Schema = { type?: unknown; enum?: readonly unknown[]; format?: string; default?: unknown; items?: unknown };

function typeText({ type, enum: choices, format, default: usual, items }: Schema): string {
  const of = type === "array" && items ? ` of ${typeText(items as Schema)}` : "";
  const base = choices ? choices.join(", ") : `${[type].flat().join(" or ")}${of}${format ? ` (${format})` : ""}`;
  return usual === undefined ? base : `${base}; ${JSON.stringify(usual)} by default`;
}

const ownParameters = ({ parameters }: Operation) =>
  parameters.flatMap((parameter) => ("name" in parameter ? [parameter] : []));

function parameterList(operation: Operation): string {
  const rows = ownParameters(operation).map(({ name, in: place, required, schema, description }) => {
    const facts = `${place}${required ? ", required" : ""} · ${escapeHtml(typeText(schema))}`;
    return `${code(name)} ${facts}${description ? `<br>${prose(description)}` : ""}`;
  });
  return rows.length === 0 ? "" : list(rows);
}

/** The path with its required parameters filled in by their examples. */
function examplePath(path: string, operation: Operation): string {
  const own = ownParameters(operation);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(own.find((one) => one.name === name)?.example));
  const required = own.filter((one) => one.in === "query" && one.required);
  const query = new URLSearchParams(Object.fromEntries(required.map(({ name, example }) => [name, String(example)])));
  return query.size > 0 ? `${filled}?${query}` : filled;
}

function requestBlock(method: string, path: string, operation: Operation): string {
  const lines = [`${method.toUpperCase()} ${examplePath(path, operation)}`];
  if (operation["x-access"] !== "public") lines.push("Authorization: Bearer <token>");
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  if (type) lines.push(`Content-Type: ${type}`);
  if (content?.example !== undefined) lines.push("", JSON.stringify(content.example, null, 2));
  return block("Example request", escapeHtml(lines.join("\n")), true);
}

function successOf({ responses }: Operation) {
  const [status = "200", response] = Object.entries(responses).find(([key]) => key.startsWith("2")) ?? [];
  return { status, content: response && "content" in response ? (response.content ?? {}) : {} };
}

function responseBlock(operation: Operation): string {
  const { status, content } = successOf(operation);
  const [type, { example } = { example: undefined }] = Object.entries(content)[0] ?? [];
  const lines = [`${status} ${STATUS_CODES[status]}`, `Content-Type: ${type}`];
  if (example !== undefined) lines.push("", JSON.stringify(example, null, 2));
  return block("Example response", escapeHtml(lines.join("\n")));
}

function errorBlock({ responses }: Operation): string {
  const rows = Object.values(responses)
    .flatMap(errorCodesOf)
    .map((name) => `<b>${ERRORS[name].status}</b> ${code(name)}<br>${escapeHtml(ERRORS[name].message)}`);
  return `<details><summary>Errors</summary>${list(rows)}</details>`;
}

function schemaBlock(operation: Operation): string {
  const schemas = [operation.requestBody?.content, successOf(operation).content]
    .flatMap((content) => Object.values(content ?? {}))
    .map(({ schema }) => JSON.stringify(schema));
  const referenced = [...schemas.join().matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name = ""]) => name);
  if (referenced.length === 0) return "";
  const links = [...new Set(referenced)].map((name) => `<a href="#schema-${name}">${name}</a>`);
  return `<p>Schemas: ${links.join(", ")}</p>`;
}

function operationCard(method: string, path: string, operation: Operation): string {
  return `<article id="${operation.operationId}"><h3>${prose(operation.summary)}</h3>
<p><b>${method.toUpperCase()}</b> ${code(path)}</p><p>${prose(operation.description)}</p>${parameterList(operation)}
${requestBlock(method, path, operation)}${responseBlock(operation)}${errorBlock(operation)}${schemaBlock(operation)}</article>`;
}

/** Renders the document as one readable page without scripts, grouped by topic. Other requests go on between two topics. */
export async function docsPage(document: OpenApiDocument): Promise<string> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections: string[] = [];
  const pause = createPauses();
  for (const { name, description } of document.tags) {
    await pause();
    const cards = operations
      .filter(({ operation }) => operation.tags.includes(name))
      .map(({ path, method, operation }) => operationCard(method, path, operation));
    sections.push(
      `<section><h2 id="${name}">${escapeHtml(name)}</h2><p>${prose(description)}</p>${cards.join("\n")}</section>`,
    );
  }
  const contents = document.tags.map(
    ({ name, description }) => `<li><a href="#${name}">${escapeHtml(name)}</a>: ${prose(description)}</li>`,
  );
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => `<div id="schema-${name}">${block(name, json(schema))}</div>`,
  );
  const introduction = `<p>${prose(document.info.description)}</p>
<p>OpenAPI document: <a href="/api/openapi.json">openapi.json</a>. Every error response has <code>message</code> and <code>code</code>.</p>`;
  return plainPage(
    document.info.title,
    `${introduction}<nav aria-label="Topics"><ul>${contents.join("")}<li><a href="#schemas">Schemas</a></li></ul></nav>
${sections.join("\n")}<section><h2 id="schemas">Schemas</h2>${schemas.join("")}</section>`,
  );
}

/** The document and the page are made on first use, because most processes never need them. */
export function openApiRoutes(app: FastifyInstance, { sessionCookie }: { sessionCookie: SessionCookie }) {
  const keep = createTextKeeper({ most: 2 });
  let made: Promise<OpenApiDocument> | undefined;
  const makeDocument = () => {
    made ??= openApiDocument(ENDPOINTS, ENDPOINT_GROUPS, sessionCookie.name);
    return made;
  };
  const route = { caching: "no-cache", assertWithinLimit: limitPerAddress(KEPT_LIMIT) };
  const page = { ...route, path: "/api/docs", type: "text/html; charset=utf-8" };
  serveKept(app, { ...route, path: "/api/openapi.json", type: "application/json; charset=utf-8" }, () =>
    keep("document", async () => JSON.stringify(await makeDocument())),
  );
  serveKept(app, page, () => keep("page", async () => docsPage(await makeDocument())));
}
