import type { BookingRecordView, StatusChangeView } from "@nexby/contract/admin/booking-record";
import { PICKUP_PHASE, RETURN_PHASE } from "@nexby/domain/condition/condition-reports";
import type { LocalDate } from "@nexby/domain/kernel/calendar";
import { damageText } from "../../../lib/damage-labels.ts";
import { momentIn, rangeText } from "../../../lib/dates.ts";
import { countOf, formatExactCents } from "../../../lib/format.ts";

export type Fact = readonly [label: string, value: string];
type Person = NonNullable<StatusChangeView["actor"]>;
type Wishes = BookingRecordView["handoff"];
type Request = NonNullable<BookingRecordView["request"]>;

const personName = ({ firstName, lastName }: Person): string =>
  [firstName, lastName].filter(Boolean).join(" ") || "Deleted account";

/** "return_pending" as "Return pending", "depositStatus" as "Deposit status" */
const readable = (code: string): string => {
  const words = code
    .replaceAll("_", " ")
    .replace(/[A-Z]/g, (letter) => ` ${letter}`)
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const known = (facts: readonly (readonly [string, string | null | undefined])[]): Fact[] =>
  facts.flatMap(([label, value]) => (value ? [[label, value] as const] : []));

export function peopleFacts({ renter, owner }: BookingRecordView): Fact[] {
  return known([
    [`${personName(renter)}, renter, at the card provider`, renter.paymentCustomerId],
    [`${personName(owner)}, owner, at the card provider`, owner.paymentCustomerId],
  ]);
}

const METHODS: Record<Wishes["pickupMethod"], string> = { PICKUP: "Pickup", DELIVERY: "Delivery", MEETUP: "Meetup" };

function wishFacts(wishes: Wishes, timezone: string): Fact[] {
  const at = (instant: string | null, isFlexible: boolean) =>
    [instant && momentIn(instant, timezone), isFlexible && "Flexible"].filter(Boolean).join(" · ");
  const { requestedIntervalStart: from, requestedIntervalEnd: to } = wishes;
  return known([
    ["Handoff", METHODS[wishes.pickupMethod]],
    ["Delivery address", wishes.deliveryAddress],
    ["Meetup place", wishes.meetupLocation],
    ["Requested pickup", at(wishes.requestedPickupAt, wishes.isPickupFlexible)],
    ["Requested return", at(wishes.requestedDropoffAt, wishes.isDropoffFlexible)],
    ["Within the owner’s hours", from && to && `${momentIn(from, timezone)} – ${momentIn(to, timezone)}`],
  ]);
}

export const handoffFacts = ({ handoff, timezone }: BookingRecordView): Fact[] => wishFacts(handoff, timezone);

export function requestFacts(request: Request, timezone: string): Fact[] {
  const at = (instant: string | null) => instant && momentIn(instant, timezone);
  const decided = (instant: string | null, text: string | null) =>
    instant && [at(instant), text && `“${text}”`].filter(Boolean).join(" · ");
  return [
    ...known([
      ["Sent", at(request.createdAt)],
      ["By", `${personName(request.renter)} to ${personName(request.owner)}`],
      ["Dates", rangeText(request.startDate as LocalDate, request.endDate as LocalDate)],
      ["Units", countOf(request.quantity, "unit")],
    ]),
    ...wishFacts(request, timezone),
    ...known([
      ["Request", readable(request.status)],
      ["Approval", readable(request.approvalStatus)],
      ["Payment", readable(request.paymentStatus)],
      ["Payment at the card provider", request.paymentIntentId],
      ["Authorization expires", at(request.authExpiresAt)],
      ["Approved", decided(request.approvedAt, request.approvalMessage)],
      ["Declined", decided(request.declinedAt, request.declineReason)],
      ["Terms", request.termsAccepted ? `Version ${request.termsVersion} accepted` : null],
    ]),
    ...request.priceParts.lines.map(({ label, amountCents }): Fact => [label, formatExactCents(amountCents)]),
    ["Total at checkout", formatExactCents(request.totalCents)],
  ];
}

export function priceFacts({ price }: BookingRecordView): Fact[] {
  const amount = (cents: number) => (cents === 0 ? null : formatExactCents(cents));
  const tax = [`${price.taxRate}%`, price.taxJurisdiction].filter(Boolean).join(", ");
  return [
    ...known([
      ["Rental", amount(price.rentalCents)],
      ["Delivery", amount(price.deliveryCents)],
      ["Cleaning", amount(price.cleaningCents)],
      ["Setup", amount(price.setupCents)],
      ["Insurance", amount(price.insuranceCents)],
      ["Service fee", amount(price.serviceFeeCents)],
    ]),
    [`Tax (${tax})`, formatExactCents(price.taxCents)],
    ["Total", formatExactCents(price.totalCents)],
    ["Deposit (not included in total)", formatExactCents(price.depositCents)],
    [`Commission (${price.commissionRate}%)`, formatExactCents(price.commissionCents)],
    ["Our share: commission and service fee", formatExactCents(price.platformCommissionCents)],
    ["Owner’s earnings", formatExactCents(price.ownerEarningsCents)],
    ["Card authorized again", `${price.reAuthAttempts} of ${price.maxReAuthAttempts} times`],
  ];
}

type Entry = { id: string; title: string; lines: readonly string[] };

export const plannedTimeEntries = ({ plannedTimes, timezone, ...people }: BookingRecordView): Entry[] =>
  plannedTimes.map((time) => {
    const at = (instant: string) => momentIn(instant, timezone);
    const by = personName(people[time.proposedBy]);
    const confirmer = time.confirmedBy ? `by ${personName(people[time.confirmedBy])}` : "automatically";
    return {
      id: time.id,
      title: `${readable(time.kind)} ${at(time.confirmedDateTime ?? time.proposedDateTime)}`,
      lines: [
        `${readable(time.status)}. ${by} proposed ${at(time.proposedDateTime)}${time.timeFlexible ? ", flexible" : ""}.`,
        ...known([
          ["Confirmed", time.confirmedAt && `${confirmer} on ${at(time.confirmedAt)}`],
          [readable(time.locationType), time.address],
          ["Message", time.proposalMessage],
          ["Response", time.responseMessage],
          ["Notes", time.notes],
          ["Instructions", time.specialInstructions],
        ]).map(([label, value]) => `${label}: ${value}`),
      ],
    };
  });

const PHASES = { [PICKUP_PHASE]: "at pickup", [RETURN_PHASE]: "at return" } as const;

export function reportFacts({ reportedAt, timezone }: BookingRecordView): Fact[] {
  const at = (instant: string | null) => instant && momentIn(instant, timezone);
  return known([
    ["Renter’s last report at pickup", at(reportedAt.renterCheckoutAt)],
    ["Owner’s last report at pickup", at(reportedAt.ownerCheckoutAt)],
    ["Renter’s last report at return", at(reportedAt.renterCheckinAt)],
    ["Owner’s last report at return", at(reportedAt.ownerCheckinAt)],
  ]);
}

export const reportEntries = ({ reports, timezone, ...people }: BookingRecordView): Entry[] =>
  reports.map(({ id, byRole, phase, condition, notes, photoUrls, createdAt }) => ({
    id,
    title: `${personName(people[byRole])} ${PHASES[phase]}: ${condition}`,
    lines: [
      `${momentIn(createdAt, timezone)} · ${photoUrls.length === 0 ? "No photos" : countOf(photoUrls.length, "photo")}`,
      ...(notes ? [notes] : []),
    ],
  }));

type Uploaded = BookingRecordView["photos"][number] | BookingRecordView["damagePhotos"][number];

export const uploadText = ({ uploadedBy, stage, filename, fileSize, createdAt }: Uploaded, timezone: string): string =>
  [
    personName(uploadedBy),
    readable(stage),
    momentIn(createdAt, timezone),
    `${filename}, ${Math.ceil(fileSize / 1024).toLocaleString("en-US")} KB`,
  ].join(" · ");

export const damagePhotoText = (photo: BookingRecordView["damagePhotos"][number]): string =>
  `${damageText({ damageType: photo.damageType, severity: photo.damageSeverity })}: ${photo.damageDescription}`;

export const fraudEntries = ({ fraudAnalyses, timezone }: BookingRecordView): Entry[] =>
  fraudAnalyses.map(({ id, analysisType, user, riskScore, recommendation, status, createdAt }) => ({
    id,
    title: `${personName(user)}: risk ${riskScore} of 100`,
    lines: [
      `${readable(analysisType)} · ${momentIn(createdAt, timezone)}`,
      `Rules say ${recommendation}. ${readable(status)}.`,
    ],
  }));

const TYPES: Record<StatusChangeView["transitionType"], string> = {
  party: "Renter or owner",
  admin: "Admin",
  system: "System",
};

/** "Return pending → Completed" */
export const changeText = ({ fromStatus, toStatus }: StatusChangeView): string =>
  [fromStatus, toStatus].flatMap((status) => (status ? [readable(status)] : [])).join(" → ");

export const changeSource = (change: StatusChangeView, timezone: string): string => {
  const { entityType, field, transitionType, actor, createdAt } = change;
  const what = field === "status" ? readable(entityType) : readable(field);
  const by = actor ? `${personName(actor)} (${TYPES[transitionType].toLowerCase()})` : TYPES[transitionType];
  return [what, by, momentIn(createdAt, timezone)].join(" · ");
};
