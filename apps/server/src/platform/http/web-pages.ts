import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import { searchFilter } from "@nexby/contract/discovery/search";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { headTags, type PageMetas } from "./page-head.ts";
import type { SiteUrl } from "./plain-page.ts";

/** What the web build says about its pages: which address shows which file, with which data of the API. */
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
  /** What features say about pages of theirs; all others have the head they were built with. */
  heads: PageMetas;
  siteUrl: SiteUrl;
};

const HEAD_MARK = "<!--nexby-head-->";
const DATA_MARK = "<!--nexby-data-->";
const HASHED_FILE = /\/assets\//;
const NOT_PAGES = /^\/(api|media)(\/|\?|$)/;

const FOR_DEVELOPMENT = "/dev/";

const isNotFoundPage = (page: Page) => page.pattern === "*";

/** Pages for people who work on the product are part of a demo only. */
export function readWebPages(directory: string, isDemo: boolean): Page[] {
  const manifest = join(directory, "pages.json");
  if (!existsSync(manifest)) return [];
  const entries: PageEntry[] = JSON.parse(readFileSync(manifest, "utf8"));
  const offered = entries.filter(({ pattern }) => isDemo || !pattern.startsWith(FOR_DEVELOPMENT));
  return offered.map(({ file, ...page }) => ({ ...page, html: readFileSync(join(directory, file), "utf8") }));
}

/** Reads about what the address searches for: which parts of it are theirs, in the order in which the browser asks. */
const SEARCHES: Readonly<Record<string, readonly string[]>> = {
  "/api/items": [...Object.keys(searchFilter.shape), "sort"],
  "/api/search/facets": Object.keys(searchFilter.shape),
};

function apiPath(template: string, request: FastifyRequest): string {
  const params = request.params as Record<string, string>;
  const path = template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const given = request.query as Record<string, unknown>;
  const asked = new URLSearchParams();
  for (const name of SEARCHES[template] ?? []) {
    const value = given[name];
    if (typeof value === "string" && value !== "") asked.set(name, value);
  }
  return asked.size > 0 ? `${path}?${asked}` : path;
}

/** `answers` are in the order in which the page names its data; none if one of them failed. */
type FirstData = { answers: { path: string; body: string; link: string | null }[]; isMissing: boolean };

/** Asks our own API for what the page shows first. Without an answer the page still works: it asks again itself. */
async function pageData(app: FastifyInstance, page: Page, request: FastifyRequest): Promise<FirstData> {
  const asked = await Promise.all(
    page.data.map(async (template) => {
      const path = apiPath(template, request);
      // On behalf of who opens the page, as whom limits and counts know them.
      return { path, answer: await app.inject({ url: path, remoteAddress: request.ip }) };
    }),
  );
  const statuses = asked.map(({ answer }) => answer.statusCode);
  if (statuses.some((status) => status !== 200)) return { answers: [], isMissing: statuses.includes(404) };
  const answers = asked.map(({ path, answer }) => ({
    path,
    body: answer.payload,
    link: typeof answer.headers.link === "string" ? answer.headers.link : null,
  }));
  return { answers, isMissing: false };
}

function dataBlock(answers: FirstData["answers"]): string {
  if (answers.length === 0) return "";
  const byPath = answers.map(
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
  answers: FirstData["answers"],
) {
  const ownHead = answers.length > 0 ? heads[page.name] : undefined;
  const [path = "/", query = ""] = request.url.split("?", 2);
  const site = siteUrl(request);
  const head = ownHead
    ? ownHead({
        answers: answers.map(({ body }) => JSON.parse(body)),
        query: new URLSearchParams(query),
        siteUrl: site,
      })
    : page;
  const tags = headTags(head, { siteUrl: site, path, isUnlisted: page.isUnlisted });
  // Functions as replacements, since `$` in what people wrote would be read as a pattern.
  const html = page.html.replace(HEAD_MARK, () => tags).replace(DATA_MARK, () => dataBlock(answers));
  return reply.code(page.status).header("cache-control", "no-cache").type("text/html; charset=utf-8").send(html);
}

/** Serves the built web app: prerendered pages with their first data, hashed files for ever, the rest briefly. */
export async function serveWebPages(app: FastifyInstance, directory: string, web: WebPages): Promise<void> {
  const notFound = web.pages.find(isNotFoundPage);
  for (const page of web.pages.filter((candidate) => !isNotFoundPage(candidate))) {
    app.get(page.pattern, async (request, reply) => {
      const { answers, isMissing } = await pageData(app, page, request);
      return isMissing && notFound ? send(request, reply, web, notFound, []) : send(request, reply, web, page, answers);
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

/** The page for an address that is none of ours; null when the asker wants no page. */
export function sendNotFoundPage(request: FastifyRequest, reply: FastifyReply, web: WebPages) {
  const page = web.pages.find(isNotFoundPage);
  const asksForPage = ["GET", "HEAD"].includes(request.method) && !NOT_PAGES.test(request.url);
  return asksForPage && page ? send(request, reply, web, page, []) : null;
}
