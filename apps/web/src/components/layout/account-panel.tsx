import type { CurrentUserView } from "@nexby/contract/accounts/accounts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  Bell,
  CalendarCheck,
  Inbox,
  LogOut,
  type LucideIcon,
  MessageCircle,
  Package,
  Scale,
  ShieldCheck,
  UserRound,
} from "lucide-react";
import { Link, useLocation } from "wouter";
import { countBookings } from "../../lib/live-events.ts";
import { countUnreadMessages } from "../../lib/live-messages.ts";
import { signOut } from "../../lib/session.ts";
import { AppearanceChoice } from "./appearance-choice.tsx";

export function AccountPanel({ user, onChoose }: { user: CurrentUserView; onChoose: () => void }) {
  return (
    <>
      <div className="px-3 pt-1 pb-2">
        <PersonLines user={user} />
      </div>
      <div className="border-line border-t py-2">
        <AccountLinks user={user} onChoose={onChoose} />
      </div>
      <div className="border-line border-t pt-2">
        <AppearanceChoice />
      </div>
    </>
  );
}

const ENTRY = "flex min-h-11 w-full items-center gap-3 rounded-control px-3 font-medium hover:bg-subtle";

type Entry = readonly [href: string, label: string, Icon: LucideIcon];

const BOOKINGS: Entry = ["/my-bookings", "My Bookings", CalendarCheck];
const REQUESTS: Entry = ["/booking-requests", "Booking Requests", Inbox];
const MESSAGES: Entry = ["/messages", "Messages", MessageCircle];
const ADMIN: Entry = ["/admin", "Admin Dashboard", ShieldCheck];
const ENTRIES: readonly Entry[] = [
  ["/profile", "Profile", UserRound],
  ["/my-listings", "My Listings", Package],
  MESSAGES,
  ["/notifications", "Notifications", Bell],
  ["/disputes", "Disputes", Scale],
  REQUESTS,
];

type Props = { user: CurrentUserView; hasBookings?: boolean; onChoose: () => void };

/** Links for signed-in users, and sign-out. */
export function AccountLinks({ user, hasBookings = false, onChoose }: Props) {
  const client = useQueryClient();
  const [path] = useLocation();
  const { data: counts } = useQuery(countBookings());
  const { data: unread } = useQuery(countUnreadMessages());
  const entries = [...ENTRIES, ...(hasBookings ? [BOOKINGS] : []), ...(user.isAdmin ? [ADMIN] : [])];

  return (
    <nav aria-label="Account">
      {entries.map(([href, label, Icon]) => (
        <Link
          key={href}
          href={href}
          aria-current={path === href ? "page" : undefined}
          className={`${ENTRY} aria-[current=page]:bg-subtle`}
          onClick={onChoose}
        >
          <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
          {label}
          {href === REQUESTS[0] && <Count count={counts?.requests ?? 0} of="open" />}
          {href === MESSAGES[0] && <Count count={unread?.count ?? 0} of="unread" />}
        </Link>
      ))}
      <button type="button" className={ENTRY} onClick={() => signOut(client)}>
        <LogOut size={20} strokeWidth={1.75} aria-hidden="true" />
        Sign Out
      </button>
    </nav>
  );
}

function Count({ count, of }: { count: number; of: string }) {
  if (count === 0) return null;
  return (
    <span className="ml-auto grid h-6 min-w-6 place-items-center rounded-full bg-danger px-1.5 font-bold text-on-danger text-xs tabular-nums">
      {count}
      <span className="sr-only"> {of}</span>
    </span>
  );
}

export function PersonLines({ user }: { user: CurrentUserView }) {
  const name = [user.firstName, user.lastName].filter(Boolean).join(" ");
  return (
    <>
      {name && <p className="truncate font-semibold">{name}</p>}
      <p className="truncate text-muted text-sm">{user.email}</p>
    </>
  );
}
