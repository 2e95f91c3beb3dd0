import { useQuery } from "@tanstack/react-query";
import { listCategories as categoriesQuery } from "../components/product/category-picture.tsx";
import { CategoryPlaceholders, CategoryTiles } from "../components/product/category-tiles.tsx";
import { Placeholder } from "../components/ui/loading.tsx";
import { ErrorCard } from "../components/ui/message-card.tsx";
import { type LandingPaths, landingPaths } from "../features/home/hero.tsx";
import { Landing } from "../features/home/landing.tsx";
import { firstItems } from "../features/listing/api.ts";
import { ItemGrid, ItemPlaceholders } from "../features/listing/components/item-grid.tsx";
import { startTour } from "../features/tour/tour.ts";
import { HOME_DESCRIPTION, PRODUCT_CLAIM, usePageDescription, usePageTitle } from "../lib/browser/document.ts";
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
  return (
    <Placeholder>
      <CategoryPlaceholders count={CATEGORIES_SHOWN} />
    </Placeholder>
  );
}

function FeaturedItems() {
  const { data, isError, refetch } = useQuery(firstItems());
  if (data?.length === 0) return <p className="text-muted">No items nearby yet.</p>;
  if (data) return <ItemGrid items={data.slice(0, ITEMS_SHOWN)} columns="three" headingLevel={3} />;
  if (isError) return <ErrorCard onRetry={() => void refetch()} />;
  return (
    <Placeholder>
      <p className="sr-only">Loading items</p>
      <ItemPlaceholders count={ITEMS_SHOWN} columns="three" />
    </Placeholder>
  );
}
