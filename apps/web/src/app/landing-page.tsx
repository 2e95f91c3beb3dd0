import { useQuery } from "@tanstack/react-query";
import { ErrorCard } from "../components/ui/error-card.tsx";
import { categories as categoriesQuery } from "../features/categories/api/categories.ts";
import { CategoryPlaceholders, CategoryTiles } from "../features/categories/components/category-tiles.tsx";
import { newestItems } from "../features/items/api/items.ts";
import { ItemGrid, ItemPlaceholders } from "../features/items/components/item-grid.tsx";
import { Landing } from "../features/landing/components/landing.tsx";
import { type LandingPaths, landingPaths } from "../features/landing/landing-paths.ts";
import { startTour } from "../features/onboarding/tour.ts";
import { usePageDescription } from "../lib/page-description.ts";
import { usePageTitle } from "../lib/page-title.ts";
import { HOME_DESCRIPTION, PRODUCT_CLAIM } from "../lib/product.ts";
import { useSession } from "../lib/session.ts";

const CATEGORIES_SHOWN = 6;
const ITEMS_SHOWN = 3;

export function LandingPage() {
  const { user } = useSession();
  const paths = landingPaths(Boolean(user));
  usePageTitle(PRODUCT_CLAIM);
  usePageDescription(HOME_DESCRIPTION);

  return (
    <Landing
      paths={paths}
      categories={<FirstCategories paths={paths} />}
      featured={<FeaturedItems />}
      onTakeTour={startTour}
    />
  );
}

function FirstCategories({ paths }: { paths: LandingPaths }) {
  const { data, isError, refetch } = useQuery(categoriesQuery());
  if (data) {
    return <CategoryTiles categories={data.slice(0, CATEGORIES_SHOWN)} hrefOf={({ slug }) => paths.category(slug)} />;
  }
  if (isError) return <ErrorCard onRetry={() => void refetch()} />;
  return <CategoryPlaceholders count={CATEGORIES_SHOWN} />;
}

function FeaturedItems() {
  const { data, isError, refetch } = useQuery(newestItems());
  if (data?.length === 0) return <p className="text-muted">Nobody nearby has shared anything yet.</p>;
  if (data) return <ItemGrid items={data.slice(0, ITEMS_SHOWN)} columns="three" headingLevel={3} />;
  if (isError) return <ErrorCard onRetry={() => void refetch()} />;
  return (
    <>
      <p className="sr-only">Loading items</p>
      <ItemPlaceholders count={ITEMS_SHOWN} columns="three" />
    </>
  );
}
