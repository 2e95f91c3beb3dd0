import type { ItemDetailView } from "@nexby/contract/items";
import type { PageHead } from "../../../platform/http/page-head.ts";
import { breadcrumbs } from "../../../platform/http/structured-data.ts";

const FIRST_SENTENCE = /^.*?[.!?](?=\s|$)/s;

/** How a listing looks where its address is shared, and what it is to machines. A paused one is offered to nobody. */
export function listingHead(item: ItemDetailView, siteUrl: string): PageHead {
  const { title, images, location, category } = item;
  const words = item.description.trim();
  const path = `/listings/${item.id}`;
  return {
    title,
    description: words.match(FIRST_SENTENCE)?.[0] ?? (words || `For rent in ${location}.`),
    image: images[0] ?? null,
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

/** An offer to rent by the day. Of the place it tells the town only. */
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
