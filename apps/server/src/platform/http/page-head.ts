import { PRODUCT_NAME } from "@nexby/domain/kernel/product-name";
import { escapeHtml } from "./plain-page.ts";

/** What a page says of itself to search engines, and to everybody who is sent its address. */
export type PageHead = {
  title: string;
  description: string;
  type?: "website" | "profile";
  /** Of ours as a path, or with its whole address. */
  image?: string | null;
};

/** By the name of the page: its head from the answers it is sent with, in the order it asks for them. */
export type PageHeads = Readonly<Record<string, (answers: readonly unknown[]) => PageHead>>;

type Place = {
  siteUrl: string;
  path: string;
  /** Whether search engines are asked to leave it out. */
  isUnlisted: boolean;
};

const SHARED_PICTURE = "/share.jpg";
const LONGEST_DESCRIPTION = 200;

/** The tags of the head, each value escaped: titles and descriptions are what people wrote. */
export function headTags({ title, description, type, image }: PageHead, { siteUrl, path, isUnlisted }: Place): string {
  const address = siteUrl + path;
  const words = shortened(description);
  const picture = absolute(image, siteUrl) ?? siteUrl + SHARED_PICTURE;
  return [
    `<title>${escapeHtml(`${title} · ${PRODUCT_NAME}`)}</title>`,
    meta("name", "description", words),
    meta("property", "og:site_name", PRODUCT_NAME),
    meta("property", "og:title", title),
    meta("property", "og:description", words),
    meta("property", "og:type", type ?? "website"),
    meta("property", "og:image", picture),
    ...(isUnlisted
      ? [meta("name", "robots", "noindex")]
      : [meta("property", "og:url", address), `<link rel="canonical" href="${escapeHtml(address)}">`]),
  ].join("\n    ");
}

const meta = (kind: "name" | "property", name: string, content: string): string =>
  `<meta ${kind}="${name}" content="${escapeHtml(content)}">`;

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= LONGEST_DESCRIPTION) return line;
  return `${line.slice(0, LONGEST_DESCRIPTION - 1).replace(/\s+\S*$/, "")}…`;
}

function absolute(image: string | null | undefined, siteUrl: string): string | null {
  if (!image || !URL.canParse(image, siteUrl)) return null;
  const { protocol, href } = new URL(image, siteUrl);
  return protocol === "http:" || protocol === "https:" ? href : null;
}
