import type { SeededNumbers } from "../../../../testing/bookings/seeded-numbers.ts";
import type { Item } from "../../../../testing/bookings/simulated-marketplace.ts";
import { type Behavior, CARD_THAT_ASKS, drawBehavior } from "./behavior.fixture.ts";
import type { TransitionCoverage } from "./transition-coverage.fixture.ts";

/** The long form takes every transition this often. */
export const OFTEN = 20;

/** What leads a booking to a transition. Whatever a plan leaves open is drawn. */
type Plan = {
  behavior: Partial<Behavior>;
  item?: (item: Item) => boolean;
  daysAhead?: readonly number[];
  nights?: readonly number[];
  /** Hours from its end to its return, or null if it never comes back, of a rental on the day before. */
  followsLateReturn?: { hours: number | null };
};

/** Transitions and situations that one booking should reach, at most one of each list below. */
export type Goals = readonly string[];

/** Cards that work and people who go on, so that the rental takes place. */
const GOES_ON: Partial<Behavior> = {
  card: "pm_card_visa",
  paysAtOnce: true,
  paysAtAll: true,
  answers: "approves",
  cancels: { renter: false, owner: false, admin: false },
  handsOverAfter: 0,
  objects: false,
  reportsNoShow: null,
  disputes: 0,
  disputesMeanwhile: false,
  returnsMeanwhile: false,
};
/** Most goals are reached within days. Long ones come from bookings without a goal. */
const SOON = { daysAhead: [0, 1, 1, 2, 3], nights: [0, 1, 2, 3] };

const NOBODY = { renter: false, owner: false, admin: false };
const isAskedFirst = ({ isInstant }: Item) => !isInstant;

const cancels = (role: "renter" | "owner" | "admin") => ({ cancels: { ...NOBODY, [role]: true } });
const whilePending = (role: "renter" | "owner" | "admin"): Plan => ({
  behavior: { answers: "is silent", ...cancels(role) },
  item: isAskedFirst,
  daysAhead: [4],
});
const whileApproved = (role: "renter" | "owner" | "admin"): Plan => ({
  behavior: { confirmsPickup: false, ...cancels(role) },
  daysAhead: [4],
});
const whileScheduled = (role: "renter" | "owner" | "admin"): Plan => ({
  behavior: { confirmsPickup: true, handsOverAfter: null, ...cancels(role) },
  daysAhead: [3],
});

const claim = (answersClaim: Behavior["answersClaim"], claimShare: Behavior["claimShare"]): Plan => ({
  behavior: { inspects: "claims", answersClaim, claimShare },
});

/** The renter says they didn't get the item. */
const disputed = (upholds: boolean | null): Plan => ({
  behavior: { handover: "owner", objects: true, marksAgain: false, upholds },
});

/** Nobody can hand over what isn't back. */
const missed = (hours: number | null): Plan => ({
  behavior: { confirmsPickup: true, handsOverAfter: null },
  followsLateReturn: { hours },
});

const BOOKING_PLANS: Record<string, Plan> = {
  "approve pending system": { behavior: {}, item: ({ isInstant }) => isInstant },
  "decline pending owner": { behavior: { answers: "declines" }, item: isAskedFirst },
  "decline pending system": { behavior: { card: "pm_card_riskLevelHighest", reviews: "decline" }, daysAhead: [3] },
  "expire pending system": { behavior: { answers: "is silent" }, item: isAskedFirst },
  "cancel pending renter": whilePending("renter"),
  "cancel pending owner": whilePending("owner"),
  "cancel pending admin": whilePending("admin"),
  "cancel approved renter": whileApproved("renter"),
  "cancel approved owner": whileApproved("owner"),
  "cancel approved admin": whileApproved("admin"),
  // The card is declined a week ahead, before the pickup time is confirmed.
  "cancel approved system": {
    behavior: { card: CARD_THAT_ASKS, paysAgain: false, confirmsPickup: false, handsOverAfter: null },
    item: ({ isStrict }) => !isStrict,
    daysAhead: [7, 8, 8],
  },
  "cancel scheduled renter": whileScheduled("renter"),
  "cancel scheduled owner": whileScheduled("owner"),
  "cancel scheduled admin": whileScheduled("admin"),
  "cancel scheduled system": {
    behavior: { handsOverAfter: null, reportsNoShow: "renter", contests: false },
    daysAhead: [0, 1],
  },
  // A bank that takes the payment back before the pickup is confirmed keeps the booking from being scheduled.
  "cancel_for_missing_item approved system": {
    behavior: { confirmsPickup: false, handsOverAfter: null, disputes: 1, isBankSlow: true },
    followsLateReturn: { hours: null },
  },
  "cancel_for_missing_item scheduled system": missed(null),
  "an item is missing during all of a booking": missed(null),
  "an item is missing at the start of a booking": missed(15),
  "uphold_handoff scheduled admin": disputed(true),
  "reject_handoff scheduled admin": disputed(false),
  // The admin decides after the last hold has ended.
  "a deposit is released after three renewals": {
    ...disputed(null),
    item: ({ depositCents }) => depositCents > 0,
    nights: [0],
  },
  "hand_over scheduled owner": { behavior: { handover: "owner_code" } },
  "hand_over scheduled system": { behavior: { handover: "owner" } },
  "close scheduled system": { behavior: { handsOverAfter: null }, daysAhead: [0, 1], nights: [0] },
  "close return_submitted owner": { behavior: { inspects: "closes" } },
  "close return_submitted system": { behavior: { inspects: "is silent" } },
  "a booking of a missing item is refused": { behavior: { returnsAfter: null }, nights: [0, 1] },
  "a lost unit is available again": { behavior: { returnsAfter: null, findsUnit: true }, nights: [0, 1] },
  "claim_damage in_possession owner": { behavior: { returnsAfter: null }, nights: [0, 1] },
  "claim_damage in_possession system": { behavior: { returnsAfter: null }, nights: [0, 1] },
  "loss_named open owner": {
    behavior: { returnsAfter: null },
    nights: [0, 1],
    item: ({ depositCents, replacementCents }) => depositCents + replacementCents === 0,
  },
  "claim_decided open admin": claim("is silent", "part"),
  "claim_decided agreed admin": claim("agrees", "all"),
  "claim_decided contested admin": claim("contests", "part"),
  "claim_dismissed open admin": claim("is silent", "nothing"),
  "claim_dismissed agreed admin": claim("agrees", "nothing"),
  "claim_dismissed contested admin": claim("contests", "nothing"),
  "damage_charged decided system": { behavior: { ...claim("agrees", "all").behavior, card: "pm_card_visa" } },
  "damage_uncollectible decided system": {
    behavior: { ...claim("agrees", "all").behavior, card: CARD_THAT_ASKS, keepsCard: true, paysFee: false },
    item: ({ depositCents, replacementCents }) => replacementCents > depositCents,
  },
};

const late = (behavior: Partial<Behavior>): Plan => ({ behavior: { returnsAfter: 30, ...behavior } });
const isDeclinedLater = { card: CARD_THAT_ASKS, keepsCard: true, contestsFee: false, waives: null, paysFee: false };

/** Damage would use up the deposit, so this goal comes without one about the booking. */
const KEPT = "late_fee_kept calculated system";

const LATE_FEE_PLANS: Record<string, Plan> = {
  "late_fee_decided disputed admin": late({ contestsFee: true, waives: null, keptShare: "part" }),
  "late_fee_reduced calculated owner": late({ contestsFee: false, waives: "owner", waivedShare: "part" }),
  "late_fee_reduced calculated admin": late({ contestsFee: false, waives: "admin", waivedShare: "part" }),
  "late_fee_reduced disputed owner": late({ contestsFee: true, waives: "owner", waivedShare: "part" }),
  "late_fee_waived calculated owner": late({ contestsFee: false, waives: "owner", waivedShare: "all" }),
  "late_fee_waived calculated admin": late({ contestsFee: false, waives: "admin", waivedShare: "all" }),
  "late_fee_waived calculated system": late({
    contestsFee: false,
    waives: "owner",
    waivedShare: "most",
    inspects: "closes",
  }),
  "late_fee_waived disputed owner": late({ contestsFee: true, waives: "owner", waivedShare: "all" }),
  "late_fee_waived disputed admin": late({ contestsFee: true, waives: null, keptShare: "nothing" }),
  "late_fee_charged calculated system": late({ contestsFee: false, waives: null }),
  [KEPT]: { ...late({ ...isDeclinedLater, inspects: "closes" }), item: ({ depositCents }) => depositCents > 0 },
  "late_fee_uncollectible calculated system": {
    ...late(isDeclinedLater),
    item: ({ depositCents }) => depositCents === 0,
  },
};

const extend = (behavior: Partial<Behavior>): Plan => ({
  behavior: { extends: true, leavesUnpaid: false, withdraws: false, decidesExtension: "is silent", ...behavior },
  item: isAskedFirst,
  nights: [2, 3, 4],
});

const EXTENSION_PLANS: Record<string, Plan> = {
  "approve extension requested owner": extend({ decidesExtension: "approves" }),
  "approve extension requested system": { ...extend({}), item: ({ isInstant }) => isInstant },
  "decline extension requested owner": extend({ decidesExtension: "declines" }),
  "decline extension requested system": extend({ disputesMeanwhile: true }),
  "expire extension draft system": extend({ leavesUnpaid: true }),
  "expire extension requested system": extend({}),
  "withdraw extension draft renter": extend({ leavesUnpaid: true, withdraws: true }),
  "withdraw extension requested renter": extend({ withdraws: true }),
  "withdraw extension requested system": extend({ returnsMeanwhile: true }),
};

/** The last plan has the last word. */
const PLANS = [EXTENSION_PLANS, LATE_FEE_PLANS, BOOKING_PLANS];

/** Weighted toward a card that is declined a week ahead, before the pickup time is confirmed. */
const ANY_TIME = {
  daysAhead: [0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 10, 14, 20, 30],
  nights: [0, 0, 1, 2, 3, 5, 9, 19],
};

/** Item, behavior and dates for a booking that should reach these goals. Without goals all of it is drawn. */
export function planFor(goals: Goals, items: readonly Item[], random: SeededNumbers) {
  const plans = goals.flatMap((goal) => PLANS.flatMap((some) => some[goal] ?? []));
  const drawn = drawBehavior(random);
  const guided = plans.length > 0 ? { ...SOON, behavior: GOES_ON } : { ...ANY_TIME, behavior: {} };
  const { daysAhead, nights } = Object.assign({}, guided, ...plans) as typeof guided;
  const behavior: Behavior = Object.assign({}, drawn, ...[guided, ...plans].map((plan) => plan.behavior));
  return {
    behavior,
    item: random.pick(itemsFor(plans, items)),
    daysAhead: random.pick(daysAhead),
    nights: random.pick(nights),
    followsLateReturn: plans.find((plan) => plan.followsLateReturn)?.followsLateReturn ?? null,
  };
}

/** A renter who pays, picks up, and returns that many hours late or never. */
export const lateRenter = (returnsAfter: number | null, random: SeededNumbers): Behavior => ({
  ...drawBehavior(random),
  ...GOES_ON,
  ...{ handover: "renter_code", returnsAfter, extends: false, cancels: NOBODY },
});

/** A market may have no item for all plans. The last one counts most. */
function itemsFor(plans: readonly Plan[], items: readonly Item[]): readonly Item[] {
  const suitable = items.filter((item) => plans.every((plan) => plan.item?.(item) ?? true));
  return suitable.length > 0 ? suitable : itemsFor(plans.slice(1), items);
}

/** The rental never starts, so there is nothing to extend or to return late. */
const isBeforeHandoff = (goal: string) =>
  /^(decline|expire|cancel|cancel_for_missing_item|reject_handoff) |^close scheduled|^an item is missing|^a deposit is released/.test(
    goal,
  );

/** Goals for this many bookings, the rarest transitions first. A fifth has none, so that nothing is left out. */
export function goalsOf(seen: TransitionCoverage, bookings: number, random: SeededNumbers): Goals[] {
  const [ofExtension, ofLateFee, ofBooking] = PLANS.map((plans) => {
    const rows = random.shuffled(Object.keys(plans).filter((row) => seen.times(row) < OFTEN));
    const rarest = rows.toSorted((one, other) => seen.times(one) - seen.times(other));
    let next = 0;
    return () => rarest[next++ % rarest.length] ?? [];
  }) as [NextGoal, NextGoal, NextGoal];
  return Array.from({ length: bookings }, (_, index) => {
    if (index % 5 === 4) return [];
    const goal = [ofBooking()].flat();
    if (goal.some(isBeforeHandoff)) return goal;
    const fee = ofLateFee();
    return [ofExtension(), fee, fee === KEPT ? [] : goal].flat();
  });
}
type NextGoal = () => string | never[];
