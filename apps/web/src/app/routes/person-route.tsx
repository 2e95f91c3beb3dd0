import { useQuery } from "@tanstack/react-query";
import { useParams } from "wouter";
import { PageHeading } from "../../components/layout/page-heading.tsx";
import { LazyPart } from "../../components/ui/loading.tsx";
import { ErrorCard } from "../../components/ui/message-card.tsx";
import { getPublicProfile as personQuery } from "../../features/accounts/api.ts";
import { nameOf, PersonCard, PersonSkeleton } from "../../features/accounts/components/person-card.tsx";
import { OwnerItems } from "../../features/listing/components/owner-items.tsx";
import { ApiError } from "../../lib/api/errors.ts";
import { usePageTitle } from "../../lib/browser/document.ts";
import { NotFoundMessage } from "../not-found-message.tsx";

const loadReviews = () =>
  import("../../features/reviews/components/public-reviews.tsx").then((module) => module.PersonReviews);

export function PersonRoute() {
  const { userId = "" } = useParams<{ userId: string }>();
  const { data: person, error, refetch } = useQuery(personQuery(userId));
  const isUnknown = error instanceof ApiError && error.status === 404;
  usePageTitle(person ? nameOf(person) : isUnknown ? "Profile not found" : "Neighbor");

  if (isUnknown && !person) {
    return (
      <NotFoundMessage title="Profile not found" text="The account may have been deleted, or the link may be wrong." />
    );
  }
  return (
    <div className="page-width grid gap-10 pt-6 md:pt-10">
      {person && (
        <>
          <PersonCard person={person} />
          <LazyPart load={loadReviews} props={{ person }} />
          <OwnerItems ownerId={person.id} ownerName={person.firstName || "this neighbor"} />
        </>
      )}
      {!person && error && (
        <ErrorCard
          heading={(text) => <PageHeading className="mt-5 text-2xl">{text}</PageHeading>}
          onRetry={() => void refetch()}
        />
      )}
      {!person && !error && <PersonSkeleton />}
    </div>
  );
}
