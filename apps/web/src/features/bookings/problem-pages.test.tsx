import { DAY, HOUR, MINUTE } from "@nexby/domain/kernel/duration";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";
import { Router } from "wouter";
import { staleTimes } from "../../lib/testing/stale-times.ts";
import { viewedFrom } from "../../lib/testing/viewed-from.ts";
import { BOOKING_STATES, type BookingState, bookingAt } from "../../testing/booking-states.fixture.ts";
import { BookingPage } from "./screens/booking-page.tsx";

viewedFrom("America/New_York");
afterEach(() => void vi.useRealTimers());

type StateName = keyof typeof BOOKING_STATES;
const NAMES = Object.keys(BOOKING_STATES) as StateName[];
const ROLES = ["renter", "owner", "admin"] as const;
type Role = (typeof ROLES)[number];

const client = new QueryClient({ defaultOptions: { queries: { enabled: false, queryFn: () => null } } });

const pages = new Map<string, string>();

/** Each page is made once for all tests. */
function pageAt(name: StateName, role: Role, fetchedAt: number, now = fetchedAt): string {
  const key = `${name} ${role} ${fetchedAt} ${now}`;
  const page = pages.get(key) ?? render(BOOKING_STATES[name], role, fetchedAt, now);
  pages.set(key, page);
  return page;
}

/** The whole page as it is first shown, of a booking that was fetched at one instant and is looked at later. */
function render(state: BookingState, role: Role, fetchedAt: number, now: number): string {
  vi.setSystemTime(now);
  const nothing = () => undefined;
  const actions = { onRefused: () => false, onBefore: nothing };
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Router ssrPath="/my-bookings/1">
        <BookingPage booking={bookingAt(state, role, fetchedAt)} condition={null} reviews={null} {...actions} />
      </Router>
    </QueryClientProvider>,
  );
}

const textOf = (html: string): string =>
  html
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

/** Buttons, and links that act like one. Others lead to pages that stay. */
const buttonsOf = (html: string): string =>
  [...html.matchAll(/<(button|a)\b([^>]*)>(.*?)<\/\1>/g)]
    .filter(([, tag, attributes]) => tag === "button" || /href="\/checkout|download/.test(attributes ?? ""))
    .map(([, , attributes, content]) => attributes?.match(/aria-label="([^"]+)"/)?.[1] ?? textOf(content ?? ""))
    .join(", ");

/** Minutes, an hour and a day around a deadline, and the deadline itself. */
const NEAR: Readonly<Record<string, number>> = {
  "a day before": -DAY,
  "an hour before": -HOUR,
  "just before": -MINUTE,
  at: 0,
  "just after": MINUTE,
  "an hour after": HOUR,
  "a day after": DAY,
};

/** The instants around each deadline of a state, in order, from its beginning. */
const momentsOf = (name: StateName) => {
  const { since = 0, around }: BookingState = BOOKING_STATES[name];
  return Object.entries(around)
    .flatMap(([deadline, instant]) =>
      Object.entries(NEAR).map(([side, offset]) => ({ when: `${side} ${deadline}`, now: instant + offset, instant })),
    )
    .filter(({ now }) => now >= since)
    .sort((one, other) => one.now - other.now);
};

/** The buttons of a side, from one instant to the next change. */
const runsOf = (name: StateName, role: Role): string =>
  momentsOf(name)
    .map(({ when, now }) => ({ when, buttons: buttonsOf(pageAt(name, role, now)) || "none" }))
    .filter(({ buttons }, index, all) => buttons !== all[index - 1]?.buttons)
    .map(({ when, buttons }, index) => (index === 0 ? buttons : `${when}: ${buttons}`))
    .join(" | ");

const CODES = "Show code, Enter code";
const UPCOMING = `${CODES}, Add to calendar`;
const STOPPED = { renter: "none", owner: "none" };
const BUTTONS: Record<StateName, Record<Role, string>> = {
  "the item may be late": {
    renter: [
      `Choose other dates, Cancel booking with a full refund, Confirm receipt, ${UPCOMING}`,
      `an hour after pickup: Choose other dates, Cancel booking with a full refund, Confirm receipt, Report a no-show, ${UPCOMING}`,
      `a day after pickup: Choose other dates, Cancel booking with a full refund, Confirm receipt, ${UPCOMING}`,
    ].join(" | "),
    owner: [
      `Cancel booking with a full refund, ${UPCOMING}`,
      `at pickup: Cancel booking with a full refund, Mark as handed over, ${UPCOMING}`,
      `an hour after pickup: Cancel booking with a full refund, Mark as handed over, Report a no-show, ${UPCOMING}`,
      `a day after pickup: Cancel booking with a full refund, Mark as handed over, ${UPCOMING}`,
    ].join(" | "),
    admin: "Cancel booking",
  },
  "nobody reported the pickup": {
    renter: [
      `Confirm receipt, Cancel booking, ${UPCOMING}`,
      `an hour after pickup: Confirm receipt, Report a no-show, Cancel booking, ${UPCOMING}`,
      `just after no-show until: Confirm receipt, Cancel booking, ${UPCOMING}`,
      `at end: Confirm receipt, Cancel booking, ${CODES}`,
    ].join(" | "),
    owner: [
      `Cancel booking, ${UPCOMING}`,
      `at pickup: Mark as handed over, Cancel booking, ${UPCOMING}`,
      `an hour after pickup: Mark as handed over, Report a no-show, Cancel booking, ${UPCOMING}`,
      `just after no-show until: Mark as handed over, Cancel booking, ${UPCOMING}`,
      `at end: Mark as handed over, Cancel booking, ${CODES}`,
    ].join(" | "),
    admin: "Cancel booking",
  },
  "the owner marked it as handed over": {
    renter: `Confirm receipt, Dispute the handoff, ${UPCOMING}`,
    owner: `Cancel booking, ${UPCOMING}`,
    admin: "Cancel booking",
  },
  "the renter disputed the handoff": {
    ...STOPPED,
    admin: "It was handed over, It was not handed over, Cancel booking",
  },
  "the owner reported a no-show": {
    renter: [
      `Contest the no-show, Confirm receipt, Cancel booking, ${UPCOMING}`,
      `just after contest until: Confirm receipt, Cancel booking, ${UPCOMING}`,
    ].join(" | "),
    owner: `Mark as handed over, Cancel booking, ${UPCOMING}`,
    admin: "Cancel booking",
  },
  "the renter reported a no-show": {
    renter: `Confirm receipt, Cancel booking, ${UPCOMING}`,
    owner: `Contest the no-show, Cancel booking, ${UPCOMING} | just after contest until: Cancel booking, ${UPCOMING}`,
    admin: "Cancel booking",
  },
  "the no-show is contested": { ...STOPPED, admin: "Cancel booking" },
  "nobody reported anything by the end": { ...STOPPED, admin: "Cancel booking" },
  "the item is due": {
    renter: [
      `Mark as returned, Extend rental, ${UPCOMING}`,
      `an hour before due: Mark as returned, ${UPCOMING}`,
      `at due: Mark as returned, ${CODES}`,
    ].join(" | "),
    owner: `Mark as returned, ${UPCOMING} | at due: Mark as returned, ${CODES}`,
    admin: "none",
  },
  "the item is overdue": {
    renter: `Mark as returned, ${CODES}`,
    owner: `Mark as returned, ${CODES} | at lost: Mark as returned, Claim damage, ${CODES}`,
    admin: "none",
  },
  "the item is lost": {
    renter: `Agree, Contest, Contest the late fee, ${CODES} | a day after lost: Agree, Contest, ${CODES}`,
    owner: `Mark as returned, Waive the late fee, ${CODES}`,
    admin: "Decide the claim, Waive the late fee",
  },
  "the loss is contested": {
    renter: `Contest the late fee, ${CODES} | at contest until: ${CODES}`,
    owner: `Mark as returned, Waive the late fee, ${CODES}`,
    admin: "Decide the claim, Waive the late fee",
  },
  "the loss is decided": { ...STOPPED, renter: "Pay for the damage | just after charge on: none", admin: "none" },
  "the loss couldn't be charged": { ...STOPPED, renter: "Pay for the damage | just after pay by: none", admin: "none" },
  "it came back late": {
    renter: "Contest the late fee | at contest until: none",
    owner: "Everything looks good, Claim damage, Waive the late fee | just after inspect by: Waive the late fee",
    admin: "Waive the late fee",
  },
  "the late fee is contested": { renter: "none", owner: "Waive the late fee", admin: "Decide the late fee" },
  "the late fee couldn't be charged": {
    renter: "Pay late fee | just after pay by: none",
    owner: "Waive the late fee",
    admin: "Waive the late fee",
  },
};

it.each(NAMES)(
  "%s: each side sees the buttons that make sense, from a day before each deadline to a day after it",
  (name) => {
    expect(Object.fromEntries(ROLES.map((role) => [role, runsOf(name, role)]))).toEqual(BUTTONS[name]);
  },
);

it.each(NAMES)("%s: no side reads a time to come that has passed, also on a page that hasn't heard of it", (name) => {
  for (const role of ROLES) {
    for (const { now, instant } of momentsOf(name)) {
      for (const fetchedAt of new Set([now, Math.min(now, instant - MINUTE)])) {
        const text = textOf(pageAt(name, role, fetchedAt, now));
        expect([text, staleTimes(text, now)]).toEqual([text, []]);
      }
    }
  }
});

it.each(NAMES)("%s: no side reads the same sentence twice, or a trace of a missing value", (name) => {
  for (const role of ROLES) {
    for (const { now } of momentsOf(name)) {
      const html = pageAt(name, role, now);
      const sentences = [...html.matchAll(/<p\b[^>]*>(.*?)<\/p>/g)].flatMap(([, content]) =>
        textOf(content ?? "").split(/(?<=\.) /),
      );
      const long = sentences.filter((sentence) => sentence.split(" ").length > 4);
      expect([role, ...long].filter((one, index, all) => all.indexOf(one) !== index)).toEqual([]);
      expect(textOf(html)).not.toMatch(/undefined|null|NaN|Invalid/);
    }
  }
});
