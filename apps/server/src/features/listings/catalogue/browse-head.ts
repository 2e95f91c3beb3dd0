import type { CategoryView } from "@nexby/contract/categories";
import { PRODUCT_NAME } from "@nexby/domain/kernel/product-name";
import type { PageHead } from "../../../platform/http/page-head.ts";
import { breadcrumbs } from "../../../platform/http/structured-data.ts";

const BROWSE = "/browse";
/** Says where a visit comes from, and changes nothing of the page. */
const TRACKING = /^(utm_.*|gclid|fbclid|msclkid|ref)$/;

/** Everything, or one category, is a page of its own; what somebody narrowed further is of no use to others. */
export function browseHead(categories: readonly CategoryView[], query: URLSearchParams, siteUrl: string): PageHead {
  const everything = { title: "Browse items", description: `What neighbors rent out on ${PRODUCT_NAME}.` };
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
