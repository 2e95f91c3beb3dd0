import type { CurrentUserView } from "@nexby/contract/accounts";
import { useQuery } from "@tanstack/react-query";
import { FirstQuestions } from "../components/faq/first-questions.tsx";
import { PageHeading } from "../components/layout/page-heading.tsx";
import { ErrorCard } from "../components/ui/error-card.tsx";
import { RecentlyViewedRow } from "../features/collections/components/recently-viewed-row.tsx";
import { Matters, MattersSkeleton } from "../features/home/components/matters.tsx";
import { ItemCard } from "../features/items/components/item-card.tsx";
import { ItemGrid, ItemPlaceholders } from "../features/items/components/item-grid.tsx";
import { profile as profileQuery } from "../features/profile/api/profile.ts";
import { ForYou } from "../features/recommendations/components/for-you.tsx";
import { usePageDescription } from "../lib/page-description.ts";
import { usePageTitle } from "../lib/page-title.ts";
import { HOME_DESCRIPTION, PRODUCT_CLAIM } from "../lib/product.ts";
import { NearYou } from "./near-you.tsx";

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
      <NearYou user={user} />
      <ForYou
        card={(item) => <ItemCard item={item} headingLevel={3} />}
        placeholders={<ItemPlaceholders count={4} />}
      />
      <RecentlyViewedRow grid={(items) => <ItemGrid items={items} headingLevel={3} />} />
      <FirstQuestions />
    </div>
  );
}
