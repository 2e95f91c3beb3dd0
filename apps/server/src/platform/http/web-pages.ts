import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** What the web build says about its pages: which address shows which file, with which data of the API. */
export type Page = { pattern: string; status: number; data: readonly string[]; html: string };
type PageEntry = Omit<Page, "html"> & { file: string };

const DATA_MARK = "<!--nexby-data-->";
const HASHED_FILE = /\/assets\//;
const NOT_PAGES = /^\/(api|media)(\/|\?|$)/;

const isNotFoundPage = (page: Page) => page.pattern === "*";

export function readWebPages(directory: string): Page[] {
  const manifest = join(directory, "pages.json");
  if (!existsSync(manifest)) return [];
  const entries: PageEntry[] = JSON.parse(readFileSync(manifest, "utf8"));
  return entries.map(({ file, ...page }) => ({ ...page, html: readFileSync(join(directory, file), "utf8") }));
}

function apiPath(template: string, request: FastifyRequest): string {
  const params = request.params as Record<string, string>;
  const path = template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const { category } = request.query as Record<string, unknown>;
  return template === "/api/items" && typeof category === "string"
    ? `${path}?category=${encodeURIComponent(category)}`
    : path;
}

type FirstData = { data: string | null; isMissing: boolean };

/** Asks our own API for what the page shows first. Without an answer the page still works: it asks again itself. */
async function pageData(app: FastifyInstance, page: Page, request: FastifyRequest): Promise<FirstData> {
  const answers = await Promise.all(
    page.data.map(async (template) => {
      const path = apiPath(template, request);
      return { path, answer: await app.inject({ url: path }) };
    }),
  );
  const statuses = answers.map(({ answer }) => answer.statusCode);
  if (statuses.some((status) => status !== 200)) return { data: null, isMissing: statuses.includes(404) };
  const byPath = answers.map(({ path, answer }) => {
    const link = JSON.stringify(answer.headers.link ?? null);
    return `${JSON.stringify(path)}:{"body":${answer.payload},"link":${link}}`;
  });
  return { data: `{${byPath.join(",")}}`.replaceAll("<", "\\u003c"), isMissing: false };
}

function send(reply: FastifyReply, page: Page, data: string | null) {
  const block = data ? `<script type="application/json" id="nexby-data">${data}</script>` : "";
  // A function as replacement, since `$` in the data would be read as a pattern.
  const html = page.html.replace(DATA_MARK, () => block);
  return reply.code(page.status).header("cache-control", "no-cache").type("text/html; charset=utf-8").send(html);
}

/** Serves the built web app: prerendered pages with their first data, hashed files for ever, the rest briefly. */
export async function serveWebPages(app: FastifyInstance, directory: string, pages: readonly Page[]): Promise<void> {
  const notFound = pages.find(isNotFoundPage);
  for (const page of pages.filter((candidate) => !isNotFoundPage(candidate))) {
    app.get(page.pattern, async (request, reply) => {
      const { data, isMissing } = await pageData(app, page, request);
      return isMissing && notFound ? send(reply, notFound, null) : send(reply, page, data);
    });
  }
  await app.register(fastifyStatic, {
    root: directory,
    wildcard: false,
    globIgnore: ["pages/**", "pages.json", "**/*.br", "**/*.gz"],
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const lifetime = HASHED_FILE.test(path) ? "public, max-age=31536000, immutable" : "public, max-age=3600";
      reply.header("cache-control", lifetime);
    },
  });
}

/** The page for an address that is none of ours; null when the asker wants no page. */
export function sendNotFoundPage(request: FastifyRequest, reply: FastifyReply, pages: readonly Page[]) {
  const page = pages.find(isNotFoundPage);
  const asksForPage = ["GET", "HEAD"].includes(request.method) && !NOT_PAGES.test(request.url);
  return asksForPage && page ? send(reply, page, null) : null;
}
