/** How many cards stand beside each other. */
export const CARD_COLUMNS = {
  three: "grid gap-x-6 gap-y-8 sm:grid-cols-2 lg:grid-cols-3",
  four: "grid gap-x-6 gap-y-8 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4",
  /** With a map beside them. */
  beside: "grid gap-x-5 gap-y-8 sm:grid-cols-2 xl:grid-cols-3",
};

export type CardColumns = keyof typeof CARD_COLUMNS;
