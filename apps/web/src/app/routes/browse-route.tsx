import { searchTextOf } from "@nexby/domain/search/search-text";
import { useQuery } from "@tanstack/react-query";
import { categories as categoriesQuery } from "../../features/categories/api/categories.ts";
import { CategoryRail } from "../../features/categories/components/category-rail.tsx";
import { CategoryRailSkeleton } from "../../features/categories/components/category-rail-skeleton.tsx";
import { ItemResults } from "../../features/items/components/item-results.tsx";
import { SearchResults } from "../../features/items/components/search-results.tsx";
import { usePageTitle } from "../../lib/page-title.ts";
import { useExactSearch } from "../../lib/use-exact-search.ts";

export function BrowseRoute() {
  const params = new URLSearchParams(useExactSearch());
  const selected = params.get("category") || null;
  const search = searchTextOf(params.get("search") ?? "");
  const categories = useQuery(categoriesQuery());
  const category = categories.data?.find(
    ({ id, slug, name }) => selected !== null && [slug, id, name].includes(selected),
  );
  usePageTitle(search ? `Results for ${search}` : (category?.name ?? "Browse items"));

  return (
    <>
      {!categories.isError && (
        <div className="border-line border-b bg-surface">
          {categories.data ? (
            <CategoryRail
              categories={categories.data}
              selected={selected === null ? null : (category?.slug ?? selected)}
              search={search}
            />
          ) : (
            <CategoryRailSkeleton />
          )}
        </div>
      )}
      {search ? (
        <SearchResults
          key={`${search} ${selected}`}
          search={search}
          category={selected}
          categoryName={category?.name ?? null}
        />
      ) : (
        <ItemResults category={selected} heading={category ? `${category.name} near you` : "Items near you"} />
      )}
    </>
  );
}
