import type { BookingRequestView } from "@nexby/contract/bookings";
import { CircleDashed } from "lucide-react";
import { Link } from "wouter";
import { Avatar } from "../../../components/ui/avatar.tsx";
import { Badge } from "../../../components/ui/badge.tsx";
import { countOf } from "../../../lib/count-of.ts";
import { nameOf } from "../booking-facts.ts";

const MONTH = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric" });

type Props = { request: Pick<BookingRequestView, "renter" | "renterTrust"> };

/** What is known about who asks. */
export function RenterTrust({ request: { renter, renterTrust } }: Props) {
  const { memberSince, isEmailVerified, isPhoneVerified, completedRentals, canceledRentals, city } = renterTrust;
  const facts = [
    `Member since ${MONTH.format(new Date(memberSince))}`,
    city,
    completedRentals > 0 ? countOf(completedRentals, "completed rental") : "No completed rentals yet",
    canceledRentals > 0 ? `${canceledRentals} canceled` : null,
  ];
  return (
    <div className="rounded-card bg-subtle p-4">
      <Link href={`/users/${renter.id}`} className="flex min-h-12 items-center gap-3 rounded-control outline-offset-4">
        <Avatar key={renter.profileImageUrl} person={renter} />
        <span className="min-w-0 truncate font-semibold underline-offset-4 hover:underline">{nameOf(renter)}</span>
      </Link>
      <ul className="mt-2 grid gap-0.5 text-muted text-sm">
        {facts.filter(Boolean).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <ul aria-label="Verified" className="mt-3 flex flex-wrap gap-2">
        <Verification isDone={isEmailVerified} what="Email" />
        <Verification isDone={isPhoneVerified} what="Phone" />
      </ul>
    </div>
  );
}

function Verification({ isDone, what }: { isDone: boolean; what: string }) {
  return (
    <li>
      {isDone ? (
        <Badge look="good">{what} verified</Badge>
      ) : (
        <Badge look="plain">
          <CircleDashed size={14} strokeWidth={2} aria-hidden="true" />
          {what} not verified
        </Badge>
      )}
    </li>
  );
}
