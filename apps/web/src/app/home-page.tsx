import type { CurrentUserView } from "@nexby/contract/accounts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { FirstQuestions } from "../components/faq/first-questions.tsx";
import { PageHeading } from "../components/layout/page-heading.tsx";
import { TEXT_LINK_STYLE } from "../components/ui/button-style.ts";
import { ErrorCard } from "../components/ui/error-card.tsx";
import { RecentlyViewedRow } from "../features/collections/components/recently-viewed-row.tsx";
import { Matters, MattersSkeleton } from "../features/home/components/matters.tsx";
import { newestItems } from "../features/items/api/items.ts";
import { ItemCard } from "../features/items/components/item-card.tsx";
import { ItemGrid, ItemGridSkeleton, ItemPlaceholders } from "../features/items/components/item-grid.tsx";
import { profile as profileQuery } from "../features/profile/api/profile.ts";
import { ForYou } from "../features/recommendations/components/for-you.tsx";
import { usePageDescription } from "../lib/page-description.ts";
import { usePageTitle } from "../lib/page-title.ts";
import { HOME_DESCRIPTION, PRODUCT_CLAIM } from "../lib/product.ts";

const ITEMS_SHOWN = 8;

export function HomePage({ user }: { user: CurrentUserView }) {
  const { data: profile, isError, refetch } = useQuery(profileQuery());
  usePageTitle(PRODUCT_CLAIM);
  usePageDescription(HOME_DESCRIPTION);

  return (
    <div className="grid gap-12 pt-8 md:gap-16 md:pt-12">
      <div className="page-width grid gap-8">
        <PageHeading>Welcome back, {user.firstName}</PageHeading>
        {profile && <Matters profile={profile} />}
        {!profile && (isError ? <ErrorCard onRetry={() => void refetch()} /> : <MattersSkeleton />)}
      </div>
      <NearYou />
      <ForYou
        card={(item) => <ItemCard item={item} headingLevel={3} />}
        placeholders={<ItemPlaceholders count={4} />}
      />
      <RecentlyViewedRow grid={(items) => <ItemGrid items={items} headingLevel={3} />} />
      <FirstQuestions />
    </div>
  );
}

function NearYou() {
  const { data: items, isError, refetch } = useQuery(newestItems());
  return (
    <section aria-labelledby="near-you" className="page-width">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6">
        <h2 id="near-you" className="display-type text-2xl">
          Near you
        </h2>
        <Link href="/browse" className={TEXT_LINK_STYLE}>
          View All
        </Link>
      </div>
      {items?.length === 0 && <p className="text-muted">Nobody nearby has shared anything yet.</p>}
      {items && <ItemGrid items={items.slice(0, ITEMS_SHOWN)} headingLevel={3} />}
      {!items && (isError ? <ErrorCard onRetry={() => void refetch()} /> : <ItemGridSkeleton />)}
    </section>
  );
}
