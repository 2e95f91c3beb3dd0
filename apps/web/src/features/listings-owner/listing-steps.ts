import { CalendarDays, Camera, CircleDollarSign, Eye, Handshake, type LucideIcon, Tag } from "lucide-react";

type ListingStep = { name: string; title: string; text: string; Icon: LucideIcon };

/** What a listing is made of, in the order in which it is asked for. */
export const LISTING_STEPS = [
  { name: "photos", title: "Photos", text: "Show it from all sides, the best picture first.", Icon: Camera },
  { name: "basics", title: "Basics", text: "A title, a description, its condition and a category.", Icon: Tag },
  {
    name: "price",
    title: "Price and fees",
    text: "A rate per day, a deposit, and fees if you ask any.",
    Icon: CircleDollarSign,
  },
  { name: "exchange", title: "Exchange", text: "Pickup, a meeting point or delivery.", Icon: Handshake },
  {
    name: "availability",
    title: "Availability and quantity",
    text: "When it can be had, for how long, and how many.",
    Icon: CalendarDays,
  },
  { name: "preview", title: "Preview", text: "The listing as your neighbors see it.", Icon: Eye },
] as const satisfies readonly ListingStep[];

export type ListingStepName = (typeof LISTING_STEPS)[number]["name"];
