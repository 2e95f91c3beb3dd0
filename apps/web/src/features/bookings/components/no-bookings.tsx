import type { BookingGroup } from "@nexby/contract/bookings";
import { Link } from "wouter";
import calendar from "../../../assets/calendar.webp";
import keyPicture from "../../../assets/key.webp";
import packagePicture from "../../../assets/package.webp";
import receipt from "../../../assets/receipt.webp";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";
import { EmptyState } from "../../../components/ui/empty-state.tsx";
import type { Side } from "../api/bookings.ts";

const PICTURES: Record<BookingGroup, string> = {
  upcoming: calendar,
  active: keyPicture,
  past: receipt,
  canceled: packagePicture,
};

type Words = { title: string; text: string };

const WORDS: Record<Side, Record<BookingGroup, Words>> = {
  renter: {
    upcoming: {
      title: "No upcoming bookings",
      text: "Rentals you have asked for and rentals that begin soon appear here.",
    },
    active: { title: "Nothing with you right now", text: "What you have with you is here until it is returned." },
    past: { title: "No past rentals", text: "Rentals that are over stay here." },
    canceled: { title: "Nothing canceled", text: "Bookings that were declined or called off." },
  },
  owner: {
    upcoming: {
      title: "No upcoming bookings of your items",
      text: "Requests for your items and rentals that begin soon appear here.",
    },
    active: { title: "Nothing is out right now", text: "What your neighbors have with them is here until it is back." },
    past: { title: "No past rentals", text: "Rentals of your items that are over stay here." },
    canceled: { title: "Nothing canceled", text: "Bookings of your items that were declined or called off." },
  },
};

const WAYS_ON: Record<Side, { href: string; label: string }> = {
  renter: { href: "/browse", label: "Browse items" },
  owner: { href: "/my-listings", label: "My listings" },
};

export function NoBookings({ side, group }: { side: Side; group: BookingGroup }) {
  const { href, label } = WAYS_ON[side];
  return (
    <EmptyState picture={PICTURES[group]} {...WORDS[side][group]}>
      {(group === "upcoming" || group === "active") && (
        <Link href={href} className={group === "upcoming" ? BUTTON_STYLE.primary : BUTTON_STYLE.outline}>
          {label}
        </Link>
      )}
    </EmptyState>
  );
}
