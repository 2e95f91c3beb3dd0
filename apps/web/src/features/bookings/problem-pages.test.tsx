import { MINUTE } from "@nexby/domain/kernel/duration";
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

/** The whole page as it is first shown, of a booking that was fetched at one instant and is looked at later. */
function pageAt(state: BookingState, role: Role, fetchedAt: number, now = fetchedAt): string {
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

/** The buttons of a side, from one instant to the next change. */
const runsOf = (state: BookingState, role: Role): string => {
  const shown = Object.entries(state.around).flatMap(([mark, instant]) =>
    NEAR.map((minutes) => {
      const when = `${minutes < 0 ? "before" : "after"} ${mark}`;
      return { when, buttons: buttonsOf(pageAt(state, role, instant + minutes * MINUTE)) || "none" };
    }),
  );
  return shown
    .filter(({ buttons }, index) => buttons !== shown[index - 1]?.buttons)
    .map(({ when, buttons }, index) => (index === 0 ? buttons : `${when}: ${buttons}`))
    .join(" | ");
};

/** The minute before and after each instant. */
const NEAR = [-1, 1];

const CODES = "Show code, Enter code";
const UPCOMING = `${CODES}, Add to calendar`;
const STOPPED = { renter: "none", owner: "none" };
const BUTTONS: Record<StateName, Record<Role, string>> = {
  "the item may be late": {
    renter: `Choose other dates, Cancel booking with a full refund, Confirm receipt, ${UPCOMING}`,
    owner: `Cancel booking with a full refund, ${UPCOMING} | after pickup: Cancel booking with a full refund, Mark as handed over, ${UPCOMING}`,
    admin: "Cancel booking",
  },
  "nobody reported the pickup": {
    renter: [
      `Confirm receipt, Cancel booking, ${UPCOMING}`,
      `after no-show from: Confirm receipt, Report a no-show, Cancel booking, ${UPCOMING}`,
      `after no-show until: Confirm receipt, Cancel booking, ${UPCOMING}`,
      `after end: Confirm receipt, Cancel booking, ${CODES}`,
    ].join(" | "),
    owner: [
      `Cancel booking, ${UPCOMING}`,
      `after pickup: Mark as handed over, Cancel booking, ${UPCOMING}`,
      `after no-show from: Mark as handed over, Report a no-show, Cancel booking, ${UPCOMING}`,
      `after no-show until: Mark as handed over, Cancel booking, ${UPCOMING}`,
      `after end: Mark as handed over, Cancel booking, ${CODES}`,
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
      `after contest until: Confirm receipt, Cancel booking, ${UPCOMING}`,
    ].join(" | "),
    owner: `Mark as handed over, Cancel booking, ${UPCOMING}`,
    admin: "Cancel booking",
  },
  "the renter reported a no-show": {
    renter: `Confirm receipt, Cancel booking, ${UPCOMING}`,
    owner: `Contest the no-show, Cancel booking, ${UPCOMING} | after contest until: Cancel booking, ${UPCOMING}`,
    admin: "Cancel booking",
  },
  "the no-show is contested": { ...STOPPED, admin: "Cancel booking" },
  "nobody reported anything by the end": { ...STOPPED, admin: "Cancel booking" },
  "the item is due": {
    renter: `Mark as returned, ${UPCOMING} | after due: Mark as returned, ${CODES}`,
    owner: `Mark as returned, ${UPCOMING} | after due: Mark as returned, ${CODES}`,
    admin: "none",
  },
  "the item is overdue": {
    renter: `Mark as returned, ${CODES}`,
    owner: `Mark as returned, ${CODES} | after lost: Mark as returned, Claim damage, ${CODES}`,
    admin: "none",
  },
  "the item is lost": {
    renter: `Agree, Contest, Contest the late fee, ${CODES} | after contest until: Agree, Contest, ${CODES}`,
    owner: `Mark as returned, Waive the late fee, ${CODES}`,
    admin: "Decide the claim, Waive the late fee",
  },
  "the loss is contested": {
    renter: `Contest the late fee, ${CODES} | after contest until: ${CODES}`,
    owner: `Mark as returned, Waive the late fee, ${CODES}`,
    admin: "Decide the claim, Waive the late fee",
  },
  "the loss is decided": { ...STOPPED, renter: "Pay for the damage | after charge on: none", admin: "none" },
  "the loss couldn't be charged": { ...STOPPED, renter: "Pay for the damage | after pay by: none", admin: "none" },
  "it came back late": {
    renter: "Contest the late fee | after contest until: none",
    owner: "Everything looks good, Claim damage, Waive the late fee | after inspect by: Waive the late fee",
    admin: "Waive the late fee",
  },
  "the late fee is contested": { renter: "none", owner: "Waive the late fee", admin: "Decide the late fee" },
  "the late fee couldn't be charged": {
    renter: "Pay late fee | after pay by: none",
    owner: "Waive the late fee",
    admin: "Waive the late fee",
  },
};

it.each(NAMES)(
  "%s: each side sees the buttons that make sense, in the minute before and after each deadline",
  (name) => {
    const state: BookingState = BOOKING_STATES[name];
    expect(Object.fromEntries(ROLES.map((role) => [role, runsOf(state, role)]))).toEqual(BUTTONS[name]);
  },
);

it.each(NAMES)("%s: no side reads a time to come that has passed, also on a page that hasn't heard of it", (name) => {
  const state: BookingState = BOOKING_STATES[name];
  for (const role of ROLES) {
    for (const instant of Object.values(state.around)) {
      for (const minutes of NEAR) {
        const now = instant + minutes * MINUTE;
        for (const fetchedAt of new Set([now, Math.min(now, instant - MINUTE)])) {
          const text = textOf(pageAt(state, role, fetchedAt, now));
          expect([text, staleTimes(text, now)]).toEqual([text, []]);
        }
      }
    }
  }
});

it.each(NAMES)("%s: no side reads the same sentence twice, or a trace of a missing value", (name) => {
  const state: BookingState = BOOKING_STATES[name];
  for (const role of ROLES) {
    for (const instant of Object.values(state.around)) {
      const html = pageAt(state, role, instant + MINUTE);
      const sentences = [...html.matchAll(/<p\b[^>]*>(.*?)<\/p>/g)].flatMap(([, content]) =>
        textOf(content ?? "").split(/(?<=\.) /),
      );
      const long = sentences.filter((sentence) => sentence.split(" ").length > 4);
      expect([role, ...long].filter((one, index, all) => all.indexOf(one) !== index)).toEqual([]);
      expect(textOf(html)).not.toMatch(/undefined|null|NaN|Invalid/);
    }
  }
});
