import type { CategoryView } from "@nexby/contract/listings/categories";
import type { ItemDetailView } from "@nexby/contract/listings/items";
import { PRODUCT_NAME } from "@nexby/domain/kernel/site";
import type { PageMeta } from "../../platform/http/page-head.ts";
import { sharePictureOf } from "../photos/public.ts";

const BROWSE = "/browse";
/** Tracking parameters, which do not change the page. */
const TRACKING = /^(utm_.*|gclid|fbclid|msclkid|ref)$/;

/** The landing page, with structured data about the site, its search and the company behind it. */
export function homeMeta({ title, description }: Pick<PageMeta, "title" | "description">, siteUrl: string): PageMeta {
  const organization = { "@id": `${siteUrl}/#organization` };
  const named = { name: PRODUCT_NAME, url: `${siteUrl}/` };
  return {
    title,
    description,
    structured: [
      {
        "@context": "https://schema.org",
        "@type": "Organization",
        ...organization,
        ...named,
        logo: `${siteUrl}/apple-touch-icon.png`,
      },
      {
        "@context": "https://schema.org",
        "@type": "WebSite",
        "@id": `${siteUrl}/#website`,
        ...named,
        description,
        publisher: organization,
        potentialAction: {
          "@type": "SearchAction",
          target: { "@type": "EntryPoint", urlTemplate: `${siteUrl}${BROWSE}?search={search_term_string}` },
          "query-input": "required name=search_term_string",
        },
      },
    ],
  };
}

/** Only the unfiltered page and single categories are indexed by search engines; other filters are not. */
export function browseMeta(categories: readonly CategoryView[], query: URLSearchParams, siteUrl: string): PageMeta {
  const everything = { title: "Browse items", description: `Rent items from your neighbors on ${PRODUCT_NAME}.` };
  const choices = [...query.keys()].filter((name) => !TRACKING.test(name));
  if (choices.length === 0) return { ...everything, canonicalPath: BROWSE };

  const [chosen] = choices.length === 1 ? query.getAll("category") : [];
  const category = categories.find(({ id, slug, name }) => chosen !== undefined && [slug, id, name].includes(chosen));
  if (!category) return { ...everything, isUnlisted: true };
  const canonicalPath = `${BROWSE}?category=${encodeURIComponent(category.slug)}`;
  return {
    title: category.name,
    description: `${category.name} to rent from neighbors on ${PRODUCT_NAME}.`,
    canonicalPath,
    structured: [breadcrumbs(siteUrl, [{ name: category.name, path: canonicalPath }])],
  };
}

const FIRST_SENTENCE = /^.*?[.!?](?=\s|$)/s;

/** Meta and structured data for a listing page. Paused listings are not indexed. */
export function listingMeta(item: ItemDetailView, siteUrl: string): PageMeta {
  const { title, images, location, category } = item;
  const text = item.description.trim();
  const path = `/listings/${item.id}`;
  return {
    title,
    description: text.match(FIRST_SENTENCE)?.[0] ?? (text || `For rent in ${location}.`),
    image: sharePictureOf(images[0], title),
    isUnlisted: !item.isAvailable,
    structured: [
      productOf(item, siteUrl),
      breadcrumbs(siteUrl, [
        ...(category ? [{ name: category.name, path: `/browse?category=${category.id}` }] : []),
        { name: title, path },
      ]),
    ],
  };
}

/** A daily rental offer. Reveals only the town, not the exact place. */
function productOf(item: ItemDetailView, siteUrl: string): object {
  const url = `${siteUrl}/listings/${item.id}`;
  const price = { price: item.dailyRate, priceCurrency: "USD" };
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    "@id": url,
    name: item.title,
    ...(item.description && { description: item.description }),
    ...(item.images.length > 0 && { image: item.images.map((image) => new URL(image, siteUrl).href) }),
    ...(item.category && { category: item.category.name }),
    offers: {
      "@type": "Offer",
      url,
      ...price,
      businessFunction: "http://purl.org/goodrelations/v1#LeaseOut",
      availability: `https://schema.org/${item.isAvailable ? "InStock" : "OutOfStock"}`,
      itemCondition: `https://schema.org/${item.condition === "new" ? "NewCondition" : "UsedCondition"}`,
      areaServed: item.location,
      priceSpecification: { "@type": "UnitPriceSpecification", ...price, unitCode: "DAY" },
    },
    ...(item.averageRating !== null && {
      aggregateRating: {
        "@type": "AggregateRating",
        ratingValue: item.averageRating,
        reviewCount: item.reviewCount,
        bestRating: 5,
        worstRating: 1,
      },
    }),
  };
}

type Crumb = { name: string; path: string };

/** schema.org BreadcrumbList, starting at the home page. */
const breadcrumbs = (siteUrl: string, crumbs: readonly Crumb[]): object => ({
  "@context": "https://schema.org",
  "@type": "BreadcrumbList",
  itemListElement: [{ name: "Home", path: "/" }, ...crumbs].map(({ name, path }, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name,
    item: siteUrl + path,
  })),
});
