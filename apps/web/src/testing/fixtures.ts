import type { ProfileView } from "@nexby/contract/accounts/profile";
import type { QuoteView } from "@nexby/contract/bookings/quotes";
import type { CategoryView } from "@nexby/contract/listings/categories";
import type { ItemDetailView } from "@nexby/contract/listings/items";
import type { NotificationPreferencesView } from "@nexby/contract/messaging/notification-settings";
import { addDays, type LocalDate } from "@nexby/domain/kernel/calendar";
import { CHOICE_KINDS, CHOICES, isAlways } from "@nexby/domain/notifications/choices";
import { browserToday } from "../lib/dates.ts";
import { PERSON } from "./render-app.tsx";

/** Responses for tests of the whole app: a tent that Maya lists in Maplewood, and what belongs to it. */

export const PREFERENCES: NotificationPreferencesView = {
  email: true,
  sms: false,
  push: true,
  booking: true,
  messaging: true,
  search: true,
  recommendation: true,
  marketing: false,
  weeklyDigest: true,
  quietHours: true,
  quietFrom: "21:00",
  quietUntil: "08:00",
  timeZone: "America/New_York",
  choices: CHOICE_KINDS.flatMap((kind) =>
    CHOICES[kind].channels.map((channel) => ({
      kind,
      channel,
      isOn: kind !== "news",
      isFixed: isAlways(kind, channel),
    })),
  ),
};

export const PROFILE: ProfileView = {
  ...PERSON,
  emailVerifiedAt: null,
  phoneVerifiedAt: null,
  sharesPhone: false,
  primaryUse: null,
  notifyEmail: true,
  notifySms: false,
  defaultPickupWindow: { start: "09:00", end: "18:00" },
  defaultDropoffWindow: { start: "09:00", end: "18:00" },
  defaultAvailableDays: ["monday", "friday"],
  connectOnboarded: false,
  termsVersion: 1,
  hasPassword: true,
  createdAt: "2026-01-01T00:00:00.000Z",
};

export const CATEGORIES: CategoryView[] = [
  ["camping-and-outdoor", "Camping & Outdoor"],
  ["yard-games", "Yard Games"],
  ["food-trucks", "Food Trucks"],
  ["catering", "Catering"],
].map(([slug = "", name = ""], index) => ({
  id: `01900000-0000-7000-8000-00000000c00${index}`,
  name,
  slug,
  icon: null,
  listerCommissionRate: "5.00",
  renterCommissionRate: "5.00",
}));

export const TERMS = { version: 3, content: "One\nTwo\nThree", createdAt: "2026-01-01T00:00:00.000Z" };

export const TENT: ItemDetailView = {
  id: "01900000-0000-7000-8000-000000001001",
  title: "Dome tent",
  description: "Sleeps four.",
  images: ["/media/demo/dome-tent-1/full.webp", "/media/demo/dome-tent-2/full.webp"],
  placeholder: null,
  placeholders: [],
  dailyRate: "25.00",
  ownerId: "01900000-0000-7000-8000-000000002001",
  owner: {
    id: "01900000-0000-7000-8000-000000002001",
    firstName: "Maya",
    lastName: "Rivera",
    email: null,
    profileImageUrl: null,
    record: { agreedCount: 0, canceledCount: 0 },
  },
  category: { id: CATEGORIES[0]?.id ?? "", name: "Camping & Outdoor" },
  categories: [],
  location: "Maplewood, NJ",
  latitude: 40.731,
  longitude: -74.274,
  timezone: "America/New_York",
  isAvailable: true,
  condition: "used",
  averageRating: null,
  reviewCount: 0,
  depositAmount: "0.00",
  cleaningFee: "0.00",
  lateReturnFee: "0.00",
  setupFlatFeeCents: 0,
  setupPerUnitFeeCents: 0,
  minRentalDays: 1,
  maxRentalDays: null,
  offerPickup: true,
  offerMeetup: false,
  offerDelivery: false,
  deliveryFee: "0.00",
  deliveryRadius: null,
  allowQuantity: false,
  quantityTotal: 1,
  quantityMinPerBooking: 1,
  quantityMaxPerBooking: null,
  cancellationPolicy: "moderate",
  replacementValueCents: null,
  pieces: [],
  availabilityNotes: null,
  isInstant: false,
  turnaroundMinutes: 0,
  foodTruck: null,
};

/** The day that is `count` days after today. */
export const dayAhead = (count: number): LocalDate => addDays(browserToday(), count);

/** Calendar from the requested day on, with every day available by default. */
export function openCalendar(from: string | null, isFree: (date: string) => boolean = () => true) {
  const first = (from ?? browserToday()) as LocalDate;
  const days = Array.from({ length: 62 }, (_, index) => {
    const date = addDays(first, index);
    const free = isFree(date) ? 5 : 0;
    return { date, free, freeOvernight: free, isHandoffDay: true };
  });
  return { timezone: TENT.timezone, today: browserToday(), days };
}

export function quoteOf(totalCents: number, changes: { depositCents?: number; quantity?: number } = {}): QuoteView {
  const { depositCents = 0, quantity = 1 } = changes;
  return {
    isBookable: true,
    refusal: null,
    insurance: {
      rate: 10,
      amountCents: totalCents / 10,
      insurer: "Example Mutual",
      termsUrl: "https://insurer.example/terms",
    },
    stay: { startAt: `${dayAhead(5)}T13:00:00.000Z`, endAt: `${dayAhead(6)}T22:00:00.000Z` },
    ownerHours: { pickup: { from: "09:00", to: "18:00" }, return: { from: "09:00", to: "18:00" } },
    price: {
      version: 1,
      currency: "USD",
      days: 1,
      quantity,
      lines: [
        {
          code: "rental",
          label: `1 day × ${quantity}`,
          unitCents: totalCents,
          units: 1,
          amountCents: totalCents,
          taxable: true,
          payee: "owner",
        },
      ],
      ownerSubtotalCents: totalCents,
      serviceFeeCents: 0,
      insuranceCents: 0,
      tax: { rate: 0, baseCents: 0, amountCents: 0, jurisdiction: null },
      totalCents,
      depositCents,
      policy: "moderate",
    },
  };
}
