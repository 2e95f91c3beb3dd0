import { PRODUCT_NAME } from "@nexby/domain/kernel/site";
import { escapeHtml } from "./plain-page.ts";

/** A JPEG for link previews: not all of them show WebP, and most need its size before they load it. */
export type SharePicture = { path: string; width: number; height: number; alt: string };

/** Page metadata for search engines and link previews. */
export type PageMeta = {
  title: string;
  description: string;
  type?: "website" | "profile";
  image?: SharePicture | null;
  /** The path that shows the same content; defaults to the page's own. */
  canonicalPath?: string;
  /** Asks search engines not to index this page. */
  isUnlisted?: boolean;
  /** schema.org structured data. */
  structured?: readonly object[];
};

/** The request for a page and the API responses it is sent with. */
type RequestedPage = {
  /** API responses in the order the page lists its data. */
  answers: readonly unknown[];
  /** What the page was built with. */
  built: Pick<PageMeta, "title" | "description">;
  query: URLSearchParams;
  siteUrl: string;
};

/** Keyed by page name; each builds the page's metadata from its request and data. */
export type PageMetas = Readonly<Record<string, (requested: RequestedPage) => PageMeta>>;

type Place = {
  siteUrl: string;
  path: string;
  /** Set for pages that search engines should never index. */
  isUnlisted: boolean;
};

const DEFAULT_PICTURE: SharePicture = {
  path: "/share.jpg",
  width: 1200,
  height: 630,
  alt: "A house with things to rent in its yard: a tent, a mower, a bicycle, a grill, a kayak and a bounce house",
};
const MAX_DESCRIPTION = 200;

/** Escapes every value, because titles and descriptions are user-written. */
export function headTags(head: PageMeta, { siteUrl, path, ...place }: Place): string {
  const { title, type, canonicalPath = path, structured = [] } = head;
  const address = siteUrl + canonicalPath;
  const description = shortened(head.description);
  const picture = head.image ?? DEFAULT_PICTURE;
  return [
    `<title>${escapeHtml(`${title} · ${PRODUCT_NAME}`)}</title>`,
    meta("name", "description", description),
    meta("property", "og:site_name", PRODUCT_NAME),
    meta("property", "og:title", title),
    meta("property", "og:description", description),
    meta("property", "og:type", type ?? "website"),
    meta("property", "og:image", siteUrl + picture.path),
    meta("property", "og:image:type", "image/jpeg"),
    meta("property", "og:image:width", String(picture.width)),
    meta("property", "og:image:height", String(picture.height)),
    meta("property", "og:image:alt", picture.alt),
    meta("name", "twitter:card", "summary_large_image"),
    ...(place.isUnlisted || head.isUnlisted
      ? [meta("name", "robots", "noindex")]
      : [
          meta("property", "og:url", address),
          `<link rel="canonical" href="${escapeHtml(address)}">`,
          ...structured.map(dataBlock),
        ]),
  ].join("\n    ");
}

/** Escapes `<`, so that no value can close the script tag. */
const dataBlock = (about: object): string =>
  `<script type="application/ld+json">${JSON.stringify(about).replaceAll("<", "\\u003c")}</script>`;

const meta = (kind: "name" | "property", name: string, content: string): string =>
  `<meta ${kind}="${name}" content="${escapeHtml(content)}">`;

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= MAX_DESCRIPTION) return line;
  return `${line.slice(0, MAX_DESCRIPTION - 1).replace(/\s+\S*$/, "")}…`;
}
