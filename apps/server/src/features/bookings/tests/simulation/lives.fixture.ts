import type { BookingAction } from "@nexby/domain/bookings/actions";
import type { BookingSnapshot } from "@nexby/domain/bookings/snapshot";
import type { BookingStatus } from "@nexby/domain/bookings/statuses";
import { HOUR } from "@nexby/domain/kernel/duration";
import type { SeededNumbers } from "../../../../testing/bookings/seeded-numbers.ts";
import { CARD_THAT_ASKS, type Role } from "./behavior.fixture.ts";

/** A person acts as soon as the action was possible for so long, and at a time of the rental at the earliest. */
type Wish = {
  role: Role;
  action: BookingAction;
  hours: number;
  from?: readonly ["startAt" | "endAt", hours: number];
  only?: BookingStatus;
};

const wish = (role: Role, action: BookingAction, hours: number, from?: Wish["from"]): Wish => ({
  role,
  action,
  hours,
  ...(from && { from }),
});

const AGREED = [wish("owner", "approve", 2), wish("owner", "confirm_pickup", 1), wish("renter", "confirm_pickup", 1)];
/** The same action also confirms the return. */
const BY_CODE: Wish = { ...wish("renter", "use_code", 0, ["startAt", 0]), only: "scheduled" };
const returned = (hours: number) => wish("renter", "submit_return", 0, ["endAt", hours]);

/** What the people of a booking do. They act the same whether or not the workers run. */
const LIVES = {
  accepted: [...AGREED, BY_CODE, returned(-1), wish("owner", "close", 5)],
  "not inspected": [...AGREED, BY_CODE, returned(-1)],
  "marked by the owner": [...AGREED, wish("owner", "hand_over", 0, ["startAt", 0]), BY_CODE, returned(-2)],
  late: [...AGREED, BY_CODE, returned(30), wish("owner", "close", 3)],
  "late without a card": [...AGREED, BY_CODE, returned(50), wish("owner", "close", 3)],
  "late, contested": [
    ...AGREED,
    BY_CODE,
    returned(30),
    wish("renter", "contest_late_fee", 10),
    wish("admin", "decide_late_fee", 60),
  ],
  damaged: [...AGREED, BY_CODE, returned(-1), wish("owner", "claim_damage", 20), wish("admin", "resolve", 50)],
  "damaged, undecided for a week": [
    ...AGREED,
    BY_CODE,
    returned(-1),
    wish("owner", "claim_damage", 30),
    wish("admin", "resolve", 170),
  ],
  "never returned": [...AGREED, BY_CODE, wish("admin", "resolve", 60)],
  "no-show": [...AGREED, wish("owner", "report_no_show", 1)],
  "no-show, contested": [
    ...AGREED,
    wish("owner", "report_no_show", 1),
    wish("renter", "contest_no_show", 8),
    wish("admin", "cancel", 90),
  ],
  "handoff disputed": [
    ...AGREED,
    wish("owner", "hand_over", 0, ["startAt", 0]),
    wish("renter", "object_to_handover", 1),
    wish("admin", "uphold_handoff", 60),
    returned(-1),
  ],
  unreported: AGREED,
  "paid by hand": [
    ...AGREED,
    wish("renter", "pay", 20),
    wish("renter", "pay_deposit", 5),
    BY_CODE,
    returned(-1),
    wish("owner", "close", 5),
  ],
  "paid at the last moment": [
    ...AGREED,
    wish("renter", "pay", 60),
    wish("renter", "pay_deposit", 20),
    BY_CODE,
    returned(-1),
  ],
} as const satisfies Record<string, readonly Wish[]>;
type Life = keyof typeof LIVES;

/** The bank asks the cardholder about each later charge, so nothing is charged without the renter. */
const ASKING: readonly Life[] = ["late without a card", "paid by hand", "paid at the last moment"];

/** A booking with everything that doesn't depend on when it is made. */
export type Plan = {
  life: Life;
  card: string;
  inDays: number;
  days: number;
  dailyRateCents: number;
  depositCents: number;
  policy: "flexible" | "moderate";
  isInstant: boolean;
};

const NAMES = Object.keys(LIVES) as Life[];

/** Every life in turn, with random terms. */
export function planOf(index: number, random: SeededNumbers): Plan {
  const life = NAMES[index % NAMES.length] ?? "accepted";
  const isAsking = ASKING.includes(life);
  return {
    life,
    card: isAsking ? CARD_THAT_ASKS : "pm_card_visa",
    // A charge a week before the start needs a longer notice.
    inDays: isAsking ? random.between(9, 12) : random.between(1, 12),
    days: random.pick([1, 1, 2, 3, 5, 8]),
    dailyRateCents: random.between(1_000, 6_000),
    depositCents: random.between(2_000, 9_000),
    policy: random.pick(["flexible", "moderate"] as const),
    isInstant: random.isHit(0.2),
  };
}

/** The wishes whose time has come. `since` says when each action became possible. */
export function dueWishes(
  { life }: Plan,
  { startAt, endAt, status }: Pick<BookingSnapshot, "startAt" | "endAt" | "status">,
  since: ReadonlyMap<string, Date>,
  now: Date,
): Wish[] {
  const wishes: readonly Wish[] = LIVES[life];
  return wishes.filter(({ role, action, hours, from, only }) => {
    if (only && only !== status) return false;
    const possible = since.get(`${role} ${action}`);
    if (!possible || now.getTime() - possible.getTime() < hours * HOUR) return false;
    return !from || now.getTime() >= { startAt, endAt }[from[0]].getTime() + from[1] * HOUR;
  });
}
