type TourAction = { label: string; url: "/browse" | "/create-listing" };

export type TourStep = {
  id: string;
  title: string;
  description: string;
  /** Selector of the target; centered on the screen without one. */
  target?: string;
  position: "center" | "top" | "bottom" | "left" | "right";
  action?: TourAction;
};

/** Values of `data-tour` attributes on the tour's targets. */
const TOUR_ANCHORS = { browse: "browse", listItem: "list-item" } as const;

const anchor = (name: string): string => `[data-tour="${name}"]`;

export const TOUR_STEPS: readonly TourStep[] = [
  {
    id: "welcome",
    title: "Welcome to Nexby",
    description:
      "Rent what you need from neighbors, and earn money sharing what you own. This short tour shows you around.",
    position: "center",
  },
  {
    id: "browse",
    title: "Browse items",
    description: "See what neighbors offer, from tents and kayaks to tools and bounce houses.",
    target: anchor(TOUR_ANCHORS.browse),
    position: "bottom",
    action: { label: "Browse items", url: "/browse" },
  },
  {
    id: "location-search",
    title: "Search near you",
    description: "Search by location to find what’s close. Every item shows how far away it is.",
    position: "center",
    action: { label: "Search nearby", url: "/browse" },
  },
  {
    id: "chat",
    title: "Chat with owners",
    description: "Send a message with your request, and confirm the pickup time once the owner approves.",
    position: "center",
  },
  {
    id: "list-items",
    title: "List your items",
    description: "Earn money from things you rarely use. You set the price, deposit and dates.",
    target: anchor(TOUR_ANCHORS.listItem),
    position: "bottom",
    action: { label: "List an item", url: "/create-listing" },
  },
  {
    id: "all-set",
    title: "You’re all set",
    description: "That’s all you need to know. Find something near you, or list your first item.",
    position: "center",
    action: { label: "Start browsing", url: "/browse" },
  },
];

type TourAdvance = "next" | "previous" | "close";

/** Index of the step after an action; null when the tour is over. "Next" on the last step finishes it. */
export function stepAfter(index: number, advance: TourAdvance): number | null {
  if (advance === "previous") return Math.max(0, index - 1);
  return advance === "next" && index + 1 < TOUR_STEPS.length ? index + 1 : null;
}
