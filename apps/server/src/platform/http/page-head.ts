import { PRODUCT_NAME } from "@nexby/domain/kernel/site";
import { escapeHtml } from "./plain-page.ts";

/** What a page says of itself to search engines, and to everybody who is sent its address. */
export type PageMeta = {
  title: string;
  description: string;
  type?: "website" | "profile";
  /** Of ours as a path, or with its whole address. */
  image?: string | null;
  /** Where else the same is shown, as a path; the page's own unless given. */
  canonicalPath?: string;
  /** Whether search engines are asked to leave out just this one. */
  isUnlisted?: boolean;
  /** What it is about, in the words of schema.org. */
  structured?: readonly object[];
};

/** What a page was asked for, and what it is sent with. */
type AskedPage = {
  /** In the order the page asks for them. */
  answers: readonly unknown[];
  query: URLSearchParams;
  siteUrl: string;
};

/** By the name of the page: its head from what it is sent with. */
export type PageMetas = Readonly<Record<string, (asked: AskedPage) => PageMeta>>;

type Place = {
  siteUrl: string;
  path: string;
  /** Whether search engines are asked to leave it out. */
  isUnlisted: boolean;
};

const SHARED_PICTURE = "/share.jpg";
const MAX_DESCRIPTION = 200;

/** The tags of the head, each value escaped: titles and descriptions are what people wrote. */
export function headTags(head: PageMeta, { siteUrl, path, ...place }: Place): string {
  const { title, type, image, canonicalPath = path, structured = [] } = head;
  const address = siteUrl + canonicalPath;
  const words = shortened(head.description);
  const picture = absolute(image, siteUrl) ?? siteUrl + SHARED_PICTURE;
  return [
    `<title>${escapeHtml(`${title} · ${PRODUCT_NAME}`)}</title>`,
    meta("name", "description", words),
    meta("property", "og:site_name", PRODUCT_NAME),
    meta("property", "og:title", title),
    meta("property", "og:description", words),
    meta("property", "og:type", type ?? "website"),
    meta("property", "og:image", picture),
    ...(place.isUnlisted || head.isUnlisted
      ? [meta("name", "robots", "noindex")]
      : [
          meta("property", "og:url", address),
          `<link rel="canonical" href="${escapeHtml(address)}">`,
          ...structured.map(dataBlock),
        ]),
  ].join("\n    ");
}

/** Data that no browser runs. Whatever is in it, it ends only where we end it. */
const dataBlock = (about: object): string =>
  `<script type="application/ld+json">${JSON.stringify(about).replaceAll("<", "\\u003c")}</script>`;

const meta = (kind: "name" | "property", name: string, content: string): string =>
  `<meta ${kind}="${name}" content="${escapeHtml(content)}">`;

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= MAX_DESCRIPTION) return line;
  return `${line.slice(0, MAX_DESCRIPTION - 1).replace(/\s+\S*$/, "")}…`;
}

function absolute(image: string | null | undefined, siteUrl: string): string | null {
  if (!image || !URL.canParse(image, siteUrl)) return null;
  const { protocol, href } = new URL(image, siteUrl);
  return protocol === "http:" || protocol === "https:" ? href : null;
}
