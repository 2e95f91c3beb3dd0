import type { BookingDetailView } from "@nexby/contract/bookings";
import { Link } from "wouter";
import { Avatar } from "../../../components/ui/avatar.tsx";
import { nameOf } from "../booking-facts.ts";
import { PagePart } from "./page-part.tsx";

type Props = { booking: BookingDetailView };

export function BookingPeople({ booking }: Props) {
  const { role, owner, renter, message, approvalMessage } = booking;
  return (
    <PagePart title="People">
      <ul className="grid gap-4 sm:grid-cols-2">
        <Person person={owner} label={role === "owner" ? "Owner, you" : "Owner"} />
        <Person person={renter} label={role === "renter" ? "Renter, you" : "Renter"} />
      </ul>
      {message && <Words by={renter.firstName} text={message} />}
      {approvalMessage && <Words by={owner.firstName} text={approvalMessage} />}
    </PagePart>
  );
}

function Person({ person, label }: { person: BookingDetailView["owner"]; label: string }) {
  return (
    <li>
      <Link
        href={`/users/${person.id}`}
        className="flex min-h-12 min-w-0 items-center gap-3 rounded-control outline-offset-4"
      >
        <Avatar key={person.profileImageUrl} person={person} />
        <span className="min-w-0">
          <span className="block truncate font-semibold underline-offset-4 hover:underline">{nameOf(person)}</span>
          <span className="block text-muted text-sm">{label}</span>
        </span>
      </Link>
    </li>
  );
}

function Words({ by, text }: { by: string; text: string }) {
  return (
    <figure className="mt-5 rounded-card bg-subtle p-4">
      <figcaption className="text-muted text-sm">{by} wrote</figcaption>
      <blockquote className="mt-1 whitespace-pre-line break-words">{text}</blockquote>
    </figure>
  );
}
