const NAMES: Readonly<Record<string, string>> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
};

/** As the provider spells a brand, for people. */
export const brandName = (brand: string): string => NAMES[brand] ?? "Card";
