import {
  CalendarDays,
  Camera,
  CircleDollarSign,
  Eye,
  Handshake,
  type LucideIcon,
  Tag,
  UtensilsCrossed,
} from "lucide-react";
import type { ListingValues } from "./listing-values.ts";

export const STEP_NAMES = ["photos", "basics", "price", "exchange", "availability", "food-truck", "preview"] as const;
export type StepName = (typeof STEP_NAMES)[number];

type Step = { name: StepName; title: string; text: string; Icon: LucideIcon; fields: readonly (keyof ListingValues)[] };

/** All steps and their fields, in form order. */
const STEPS: readonly Step[] = [
  {
    name: "photos",
    title: "Photos",
    text: "Add at least three photos that show the item from all sides, best one first.",
    Icon: Camera,
    fields: ["images"],
  },
  {
    name: "basics",
    title: "Basics",
    text: "Describe your item and its condition.",
    Icon: Tag,
    fields: ["title", "description", "categoryIds", "condition", "replacementValueCents", "pieces"],
  },
  {
    name: "price",
    title: "Price and fees",
    text: "Set a daily rate. Everything else is optional.",
    Icon: CircleDollarSign,
    fields: ["dailyRate", "depositAmount", "lateReturnFee", "cleaningFee", "setupFlatFeeCents", "setupPerUnitFeeCents"],
  },
  {
    name: "exchange",
    title: "Location and handoff",
    text: "Tell us where the item is and how renters get it.",
    Icon: Handshake,
    fields: [
      "location",
      "latitude",
      "longitude",
      "offerPickup",
      "offerMeetup",
      "offerDelivery",
      "deliveryFee",
      "deliveryRadius",
    ],
  },
  {
    name: "availability",
    title: "Availability and quantity",
    text: "Set the rental length, quantity and cancellation policy.",
    Icon: CalendarDays,
    fields: [
      "minRentalDays",
      "maxRentalDays",
      "quantityTotal",
      "allowQuantity",
      "quantityMinPerBooking",
      "quantityMaxPerBooking",
      "turnaroundMinutes",
      "cancellationPolicy",
      "isInstant",
      "availabilityNotes",
    ],
  },
  {
    name: "food-truck",
    title: "Food truck",
    text: "Tell us how guests pay, how far you travel and what you need.",
    Icon: UtensilsCrossed,
    fields: ["foodTruck"],
  },
  {
    name: "preview",
    title: "Preview",
    text: "This is what your neighbors will see.",
    Icon: Eye,
    fields: [],
  },
];

export const stepsFor = (isFoodTruck: boolean): readonly Step[] =>
  STEPS.filter(({ name }) => isFoodTruck || name !== "food-truck");

export type ListingStep = Step;

/** The step with this field, which may be nested: "foodTruck.tieredPricing.0.min". Null if no step has it. */
export function stepOf(field: string): StepName | null {
  const [name] = field.split(".");
  return STEPS.find(({ fields }) => fields.some((known) => known === name))?.name ?? null;
}

/** Sorts problems by step and field order. */
export function inStepOrder<Problem extends { field: string }>(problems: readonly Problem[]): Problem[] {
  const order = STEPS.flatMap(({ fields }) => fields as readonly string[]);
  const positionOf = ({ field }: Problem) => order.indexOf(field.split(".")[0] ?? "");
  return [...problems].sort((a, b) => positionOf(a) - positionOf(b));
}
