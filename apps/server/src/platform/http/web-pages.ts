import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import { searchFilter } from "@nexby/contract/discovery/search";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { headTags, type PageMetas } from "./page-head.ts";
import type { SiteUrl } from "./plain-page.ts";

/** A page of the web build: its URL pattern, its HTML and the API paths of its initial data. */
export type Page = {
  name: string;
  pattern: string;
  status: number;
  title: string;
  description: string;
  isUnlisted: boolean;
  data: readonly string[];
  html: string;
};
type PageEntry = Omit<Page, "html"> & { file: string };

export type WebPages = {
  pages: readonly Page[];
  /** Page metadata from features; all other pages keep the head they were built with. */
  heads: PageMetas;
  siteUrl: SiteUrl;
};

const HEAD_MARK = "<!--nexby-head-->";
const DATA_MARK = "<!--nexby-data-->";
const HASHED_FILE = /\/assets\//;
const NOT_PAGES = /^\/(api|media)(\/|\?|$)/;

const FOR_DEVELOPMENT = "/dev/";

const isNotFoundPage = (page: Page) => page.pattern === "*";

/** Developer pages are only served in a demo. */
export function readWebPages(directory: string, isDemo: boolean): Page[] {
  const manifest = join(directory, "pages.json");
  if (!existsSync(manifest)) return [];
  const entries: PageEntry[] = JSON.parse(readFileSync(manifest, "utf8"));
  const offered = entries.filter(({ pattern }) => isDemo || !pattern.startsWith(FOR_DEVELOPMENT));
  return offered.map(({ file, ...page }) => ({ ...page, html: readFileSync(join(directory, file), "utf8") }));
}

/** Search endpoints and the query parameters they take, in the order in which the browser sends them. */
const SEARCHES: Readonly<Record<string, readonly string[]>> = {
  "/api/items": [...Object.keys(searchFilter.shape), "sort"],
  "/api/search/facets": Object.keys(searchFilter.shape),
};

function apiPath(template: string, request: FastifyRequest): string {
  const params = request.params as Record<string, string>;
  const path = template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const given = request.query as Record<string, unknown>;
  const search = new URLSearchParams();
  for (const name of SEARCHES[template] ?? []) {
    const value = given[name];
    if (typeof value === "string" && value !== "") search.set(name, value);
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

/** `responses` are in the order of the page's data list, and empty if any of them failed. */
type InitialData = { responses: { path: string; body: string; link: string | null }[]; isMissing: boolean };

/**
 * Requests the page's initial data from our own API. Without it the page still works, by requesting it again itself.
 */
async function pageData(app: FastifyInstance, page: Page, request: FastifyRequest): Promise<InitialData> {
  const results = await Promise.all(
    page.data.map(async (template) => {
      const path = apiPath(template, request);
      // Uses the visitor's IP address, so that rate limits and counts apply to them.
      return { path, response: await app.inject({ url: path, remoteAddress: request.ip }) };
    }),
  );
  const statuses = results.map(({ response }) => response.statusCode);
  if (statuses.some((status) => status !== 200)) return { responses: [], isMissing: statuses.includes(404) };
  const responses = results.map(({ path, response }) => ({
    path,
    body: response.payload,
    link: typeof response.headers.link === "string" ? response.headers.link : null,
  }));
  return { responses, isMissing: false };
}

function dataBlock(responses: InitialData["responses"]): string {
  if (responses.length === 0) return "";
  const byPath = responses.map(
    ({ path, body, link }) => `${JSON.stringify(path)}:{"body":${body},"link":${JSON.stringify(link)}}`,
  );
  const data = `{${byPath.join(",")}}`.replaceAll("<", "\\u003c");
  return `<script type="application/json" id="nexby-data">${data}</script>`;
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { heads, siteUrl }: WebPages,
  page: Page,
  responses: InitialData["responses"],
) {
  const hasData = responses.length === page.data.length;
  const ownHead = hasData ? heads[page.name] : undefined;
  const [path = "/", query = ""] = request.url.split("?", 2);
  const site = siteUrl(request);
  const head = ownHead
    ? ownHead({
        answers: responses.map(({ body }) => JSON.parse(body)),
        built: page,
        query: new URLSearchParams(query),
        siteUrl: site,
      })
    : page;
  const tags = headTags(head, { siteUrl: site, path, isUnlisted: page.isUnlisted });
  // Functions as replacements, because `$` in user-written text would be read as a pattern.
  const html = page.html.replace(HEAD_MARK, () => tags).replace(DATA_MARK, () => dataBlock(responses));
  return reply.code(page.status).header("cache-control", "no-cache").type("text/html; charset=utf-8").send(html);
}

/** Serves prerendered pages with their initial data, hashed files cached forever, and the rest cached briefly. */
export async function serveWebPages(app: FastifyInstance, directory: string, web: WebPages): Promise<void> {
  const notFound = web.pages.find(isNotFoundPage);
  for (const page of web.pages.filter((candidate) => !isNotFoundPage(candidate))) {
    app.get(page.pattern, async (request, reply) => {
      const { responses, isMissing } = await pageData(app, page, request);
      return isMissing && notFound
        ? send(request, reply, web, notFound, [])
        : send(request, reply, web, page, responses);
    });
  }
  await app.register(fastifyStatic, {
    root: directory,
    wildcard: false,
    globIgnore: ["pages/**", "pages.json", "page-sizes.json", "**/*.br", "**/*.gz"],
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const lifetime = HASHED_FILE.test(path) ? "public, max-age=31536000, immutable" : "public, max-age=3600";
      reply.header("cache-control", lifetime);
    },
  });
}

/** Sends the not-found page. Returns null if the client did not request a page. */
export function sendNotFoundPage(request: FastifyRequest, reply: FastifyReply, web: WebPages) {
  const page = web.pages.find(isNotFoundPage);
  const isPageRequest = ["GET", "HEAD"].includes(request.method) && !NOT_PAGES.test(request.url);
  return isPageRequest && page ? send(request, reply, web, page, []) : null;
}
