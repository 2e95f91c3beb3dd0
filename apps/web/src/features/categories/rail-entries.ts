/** Short names for the rail, in the order of the pictures in the sprite; the first picture stands for everything. */
const SHORT_LABELS: Record<string, string> = {
  "camping-and-outdoor": "Camping",
  "tools-and-equipment": "Tools",
  "party-events-and-entertaining": "Party & events",
  "sporting-goods": "Sporting goods",
  "lawn-and-garden-tools": "Lawn & garden",
  electronics: "Electronics",
  "moving-supplies": "Moving",
  "venue-rental": "Venues",
  "food-trucks": "Food trucks",
  "kitchen-and-appliances": "Kitchen",
  "outdoor-recreation": "Outdoor rec",
  "yard-games": "Yard games",
  catering: "Catering",
  storage: "Storage",
  "land-rental": "Land",
};

const SLUGS = Object.keys(SHORT_LABELS);

export const PICTURE_OF_ALL = 0;
export const PICTURE_COUNT = SLUGS.length + 1;

/** Where a category's picture stands in the sprite; null when it has none. */
export function pictureOf(slug: string): number | null {
  const position = SLUGS.indexOf(slug);
  return position < 0 ? null : position + 1;
}

export const shortLabelOf = (category: { slug: string; name: string }): string =>
  SHORT_LABELS[category.slug] ?? category.name;
