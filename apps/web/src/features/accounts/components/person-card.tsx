import type { PublicProfileView } from "@nexby/contract/accounts/profile";
import { countOf } from "@nexby/domain/kernel/amount-text";
import { CalendarDays, CircleDashed, Handshake, MapPin, Package, Star } from "lucide-react";
import { PageHeading } from "../../../components/layout/page-heading.tsx";
import { Avatar } from "../../../components/ui/avatar.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { Badge } from "../../../components/ui/section.tsx";
import { ownerRecordCopy } from "../../../lib/rental-labels.ts";

const MONTH = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric" });

export const nameOf = ({ firstName, lastName }: PublicProfileView): string =>
  [firstName, lastName].filter(Boolean).join(" ") || "A neighbor";

export function PersonCard({ person }: { person: PublicProfileView }) {
  const town = [person.city, person.state].filter(Boolean).join(", ");
  const record = ownerRecordCopy(person.record);

  return (
    <header className="flex flex-col items-start gap-5 rounded-card border border-line bg-surface p-5 sm:flex-row sm:items-center md:p-8">
      <Avatar person={person} size="large" />
      <div className="min-w-0">
        <PageHeading className="break-words text-2xl md:text-3xl">{nameOf(person)}</PageHeading>
        <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-muted">
          {town && (
            <li className="flex items-center gap-1.5">
              <MapPin size={18} strokeWidth={1.75} aria-hidden="true" />
              {town}
            </li>
          )}
          <li className="flex items-center gap-1.5">
            <CalendarDays size={18} strokeWidth={1.75} aria-hidden="true" />
            Member since {MONTH.format(new Date(person.memberSince))}
          </li>
          <li className="flex items-center gap-1.5">
            <Star size={18} strokeWidth={1.75} aria-hidden="true" />
            {ratingInWords(person, "owner")}
          </li>
          {person.asRenter.averageRating !== null && (
            <li className="flex items-center gap-1.5">
              <Star size={18} strokeWidth={1.75} aria-hidden="true" />
              {ratingInWords(person.asRenter, "renter")}
            </li>
          )}
          {person.itemCount > 0 && (
            <li className="flex items-center gap-1.5">
              <Package size={18} strokeWidth={1.75} aria-hidden="true" />
              {countOf(person.itemCount, "listing")}
            </li>
          )}
          {record && (
            <li className="flex items-center gap-1.5">
              <Handshake size={18} strokeWidth={1.75} aria-hidden="true" />
              {record}
            </li>
          )}
        </ul>
        <ul aria-label="Verified" className="mt-4 flex flex-wrap gap-2">
          <Verification isDone={person.isEmailVerified} done="Email verified" open="Email not verified" />
          <Verification isDone={person.isPhoneVerified} done="Phone verified" open="Phone not verified" />
        </ul>
      </div>
    </header>
  );
}

const ratingInWords = ({ averageRating, reviewCount }: PublicProfileView["asRenter"], role: string): string =>
  averageRating === null
    ? `No reviews as ${role} yet`
    : `${averageRating.toFixed(1)} as ${role} from ${countOf(reviewCount, "review")}`;

function Verification({ isDone, done, open }: { isDone: boolean; done: string; open: string }) {
  return (
    <li>
      {isDone ? (
        <Badge look="good">{done}</Badge>
      ) : (
        <Badge look="plain">
          <CircleDashed size={14} strokeWidth={2} aria-hidden="true" />
          {open}
        </Badge>
      )}
    </li>
  );
}

export function PersonSkeleton() {
  return (
    <SkeletonArea label="Loading profile">
      <h1 className="sr-only">Neighbor</h1>
      <div className="flex flex-col items-start gap-5 rounded-card border border-line bg-surface p-5 sm:flex-row sm:items-center md:p-8">
        <SkeletonBar shape="circle" className="size-20" />
        <div className="grid gap-3">
          <SkeletonBar className="h-7 w-52" />
          <SkeletonBar className="h-4 w-64 max-w-full" />
          <SkeletonBar className="h-6 w-40" />
        </div>
      </div>
    </SkeletonArea>
  );
}
