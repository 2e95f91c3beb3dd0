import type { PublicProfileView } from "@nexby/contract/accounts/profile";
import type { ReviewRole } from "@nexby/domain/reviews/reviews";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Tabs } from "../../../components/ui/tabs.tsx";
import { listPersonReviews } from "../api.ts";
import { ReviewList } from "./review-list.tsx";

type Person = Pick<PublicProfileView, "id" | "firstName" | "averageRating" | "reviewCount" | "asRenter">;

/** A person's reviews in both roles, apart. Opens the role that has some. */
export function PersonReviews({ person }: { person: Person }) {
  const { reviewCount, asRenter } = person;
  const [selected, setSelected] = useState<ReviewRole>(
    reviewCount === 0 && asRenter.reviewCount > 0 ? "renter" : "owner",
  );
  const name = person.firstName || "This neighbor";
  const tab = (role: ReviewRole, label: string, count: number) => ({
    name: role,
    label: `${label} (${count})`,
    panel:
      count > 0 ? (
        <RoleReviews userId={person.id} role={role} />
      ) : (
        <p className="pt-6 text-pretty text-muted">
          Nobody has reviewed {name} as {role === "owner" ? "an owner" : "a renter"} yet.
        </p>
      ),
  });

  return (
    <section aria-labelledby="reviews">
      <h2 id="reviews" className="mb-4 display-type text-xl">
        Reviews
      </h2>
      <Tabs
        label="Reviews by role"
        tabs={[tab("owner", "As owner", reviewCount), tab("renter", "As renter", asRenter.reviewCount)]}
        selected={selected}
        onSelect={setSelected}
      />
    </section>
  );
}

function RoleReviews({ userId, role }: { userId: string; role: ReviewRole }) {
  const pages = useInfiniteQuery(listPersonReviews(userId, role));
  const label = role === "owner" ? "Reviews as owner" : "Reviews as renter";
  return (
    <div className="pt-6">
      <ReviewList pages={pages} label={label} empty="No reviews yet." hasItem />
    </div>
  );
}
