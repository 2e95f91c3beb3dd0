import { useQuery } from "@tanstack/react-query";
import { listCategories as categoriesQuery } from "../../components/product/category-picture.tsx";
import { useIsLate } from "../../components/ui/loading.tsx";
import { CategoryRail, CategoryRailSkeleton } from "../../features/browse/components/category-rail.tsx";
import { FiltersButton } from "../../features/browse/components/toolbar.tsx";
import { BrowseScreen } from "../../features/browse/screens/browse-screen.tsx";
import { useBrowse } from "../../features/browse/use-browse.ts";
import { ItemCard } from "../../features/listing/components/item-card.tsx";
import { ItemGridSkeleton } from "../../features/listing/components/item-grid.tsx";
import { SaveSearchButton } from "../../features/saved/components/save-search-button.tsx";
import { usePageTitle } from "../../lib/browser/document.ts";
import { browsePath, changedSearch } from "../../lib/search-url.ts";

export function BrowseRoute() {
  const browse = useBrowse();
  const { search } = browse;
  const categories = useQuery(categoriesQuery());
  const isRailLate = useIsLate(!categories.data);
  const category = categories.data?.find(
    ({ id, slug, name }) => search.category !== null && [slug, id, name].includes(search.category),
  );
  usePageTitle(search.search ? `Results for ${search.search}` : (category?.name ?? "Browse items"));

  return (
    <>
      <div className={`border-line border-b bg-surface ${search.view === "map" ? "max-lg:hidden" : ""}`}>
        <div className="page-width flex items-center gap-6">
          {categories.data ? (
            <CategoryRail
              categories={categories.data}
              selected={category?.slug ?? search.category}
              hrefOf={(slug) => browsePath(changedSearch(search, { category: slug }))}
            />
          ) : (
            !categories.isError && !isRailLate && <CategoryRailSkeleton />
          )}
          <div className="ml-auto hidden shrink-0 py-3 md:block">
            <FiltersButton search={search} />
          </div>
        </div>
      </div>
      <BrowseScreen
        browse={browse}
        categoryName={category?.name ?? null}
        card={(item, facts) => <ItemCard item={item} {...facts} />}
        skeleton={(columns) => <ItemGridSkeleton columns={columns} />}
        saveSearchButton={<SaveSearchButton search={search} categoryName={category?.name ?? null} />}
      />
    </>
  );
}
