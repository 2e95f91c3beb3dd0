import type { CurrentUserView } from "@nexby/contract/accounts/accounts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { PageHeading } from "../../components/layout/page-heading.tsx";
import { FirstQuestions } from "../../components/product/faq.tsx";
import { TEXT_LINK_STYLE } from "../../components/ui/button.tsx";
import { LazyPart } from "../../components/ui/loading.tsx";
import { ErrorCard } from "../../components/ui/message-card.tsx";
import { getProfile as profileQuery } from "../../features/accounts/api.ts";
import { Recommendations } from "../../features/home/recommendations.tsx";
import { ToDoList, ToDoListSkeleton } from "../../features/home/to-do-list.tsx";
import { firstItems } from "../../features/listing/api.ts";
import { ItemCard } from "../../features/listing/components/item-card.tsx";
import { ItemGrid, ItemGridSkeleton, ItemPlaceholders } from "../../features/listing/components/item-grid.tsx";
import { RecentlyViewedRow } from "../../features/saved/components/recently-viewed-row.tsx";
import {
  HOME_DESCRIPTION,
  PRODUCT_CLAIM,
  PRODUCT_NAME,
  usePageDescription,
  usePageTitle,
} from "../../lib/browser/document.ts";
import { localMemory } from "../../lib/browser/storage.ts";
import { searchPlaces, storedPlace, type VisitorPlace } from "../../lib/places.ts";
import { browsePath, filterQuery, NO_SEARCH } from "../../lib/search-url.ts";
import { KnownSession } from "../known-session.tsx";
import { LandingPage } from "../landing-page.tsx";
import { LazyRoute, RoutePage } from "../lazy-route.tsx";

/** Loaded only for users who have not completed onboarding. */
const quickOnboarding = new LazyRoute(() =>
  import("./onboarding-routes.tsx").then((module) => module.QuickOnboardingRoute),
);

const loadOverdueItems = () =>
  import("../../features/bookings/screens/overdue-items.tsx").then((module) => module.OverdueItems);

export function HomeRoute() {
  return (
    <KnownSession>
      {(user) => {
        if (!user) return <LandingPage />;
        if (user.firstName && user.lastName && user.termsAcceptedAt) return <HomePage user={user} />;
        return <RoutePage route={quickOnboarding} />;
      }}
    </KnownSession>
  );
}

function HomePage({ user }: { user: CurrentUserView }) {
  const { data: profile, isError, refetch } = useQuery(profileQuery());
  usePageTitle(PRODUCT_CLAIM);
  usePageDescription(HOME_DESCRIPTION);

  return (
    <div className="grid gap-12 pt-8 md:gap-16 md:pt-12">
      <div className="page-width grid gap-8">
        <PageHeading>Welcome back, {user.firstName}</PageHeading>
        <LazyPart load={loadOverdueItems} props={{}} />
        {profile && <ToDoList profile={profile} />}
        {!profile && (isError ? <ErrorCard onRetry={() => void refetch()} /> : <ToDoListSkeleton />)}
      </div>
      <NearYou user={user} />
      <Recommendations
        card={(item) => <ItemCard item={item} headingLevel={3} />}
        placeholders={<ItemPlaceholders count={4} />}
      />
      <RecentlyViewedRow grid={(items) => <ItemGrid items={items} headingLevel={3} />} />
      <FirstQuestions />
    </div>
  );
}

const ITEMS_SHOWN = 8;

/** Items near the user when their location is known, otherwise the newest items. */
function NearYou({ user }: { user: CurrentUserView }) {
  const place = useOwnPlace(user);
  const search = { ...NO_SEARCH, position: place ?? null, place: place?.name ?? null };
  const {
    data: items,
    isError,
    refetch,
  } = useQuery({ ...firstItems(filterQuery(search)), enabled: place !== undefined });
  const title = place === null ? `New on ${PRODUCT_NAME}` : "Near you";

  return (
    <section aria-label={title} className="page-width">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6">
        <h2 className="display-type text-2xl">{title}</h2>
        <Link href={browsePath(search)} className={TEXT_LINK_STYLE}>
          View All
        </Link>
      </div>
      {items?.length === 0 && <p className="text-muted">No items nearby yet.</p>}
      {items && <ItemGrid items={items.slice(0, ITEMS_SHOWN)} headingLevel={3} />}
      {!items && (isError ? <ErrorCard onRetry={() => void refetch()} /> : <ItemGridSkeleton />)}
    </section>
  );
}

/** Last searched place, otherwise the user's town; undefined while loading. */
function useOwnPlace({ city, state }: CurrentUserView): VisitorPlace | null | undefined {
  const [stored] = useState(() => storedPlace(localMemory));
  const town = !stored && city && state ? `${city}, ${state}` : null;
  const { data, isPending } = useQuery({ ...searchPlaces(town ?? ""), enabled: town !== null });
  if (stored) return stored;
  if (town && isPending) return undefined;
  const [best] = data ?? [];
  return best ? { latitude: best.latitude, longitude: best.longitude, name: best.label } : null;
}
