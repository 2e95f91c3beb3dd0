import { useQuery } from "@tanstack/react-query";
import { useSearch } from "wouter";
import { categories as categoriesQuery } from "../../features/categories/api/categories.ts";
import { CategoryRail } from "../../features/categories/components/category-rail.tsx";
import { CategoryRailSkeleton } from "../../features/categories/components/category-rail-skeleton.tsx";
import { ItemResults } from "../../features/items/components/item-results.tsx";
import { usePageTitle } from "../../lib/page-title.ts";
import { PRODUCT_CLAIM } from "../../lib/product.ts";

export function IndexRoute() {
  const selected = new URLSearchParams(useSearch()).get("category") || null;
  const categories = useQuery(categoriesQuery());
  const category = categories.data?.find(({ slug }) => slug === selected);
  usePageTitle(category?.name ?? PRODUCT_CLAIM);

  return (
    <>
      {!categories.isError && (
        <div className="border-line border-b bg-surface">
          {categories.data ? (
            <CategoryRail categories={categories.data} selected={selected} />
          ) : (
            <CategoryRailSkeleton />
          )}
        </div>
      )}
      <ItemResults category={selected} heading={category ? `${category.name} near you` : "Items near you"} />
    </>
  );
}
