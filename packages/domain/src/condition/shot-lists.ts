/** A photo that a condition report should contain. `code` is stored with the photo. */
type Shot = { readonly code: string; readonly label: string; readonly hint: string };

const WHOLE: Shot = { code: "whole", label: "The whole item", hint: "Step back until all of it is in the picture" };
const OTHER_SIDE: Shot = { code: "other_side", label: "The other side", hint: "Turn it around, or walk around it" };
const MARKS: Shot = { code: "marks", label: "Scratches and marks", hint: "Go close to every mark you can see" };
const PARTS: Shot = { code: "parts", label: "All the parts", hint: "Lay everything that belongs to it side by side" };
const SERIAL: Shot = { code: "serial", label: "Serial number", hint: "Usually on a sticker at the back or underneath" };
const RUNNING: Shot = { code: "running", label: "Switched on", hint: "Show that it runs: the display or a light" };
const CABLES: Shot = { code: "cables", label: "Cables and plugs", hint: "Show both ends of each cable" };
const BLADE: Shot = { code: "blade", label: "Blade or working edge", hint: "Switch it off and unplug it first" };
const METER: Shot = { code: "meter", label: "Fuel, battery or hour meter", hint: "The numbers should be readable" };
const FABRIC: Shot = { code: "fabric", label: "Fabric and seams", hint: "Stains, tears and zippers" };
const SURFACE: Shot = { code: "surface", label: "Floors and surfaces", hint: "One photo of each corner of the room" };
const ENTRANCE: Shot = { code: "entrance", label: "Entrance and locks", hint: "Show that doors and gates close" };
const GROUND: Shot = { code: "ground", label: "The ground", hint: "Ruts, trash and anything left behind" };
const INSIDE: Shot = { code: "inside", label: "The inside", hint: "Open it and show every corner" };
const CLEAN: Shot = { code: "clean", label: "Contact surfaces", hint: "Everything that touches food" };

const GENERAL: readonly Shot[] = [WHOLE, OTHER_SIDE, MARKS];

/** By the slug of an item's first category. Categories that admins add later get the general list. */
const BY_CATEGORY: Readonly<Record<string, readonly Shot[]>> = {
  "camping-and-outdoor": [WHOLE, PARTS, FABRIC, MARKS],
  "tools-and-equipment": [WHOLE, OTHER_SIDE, BLADE, RUNNING, SERIAL, PARTS],
  "party-events-and-entertaining": [WHOLE, PARTS, FABRIC, CABLES],
  "sporting-goods": [WHOLE, OTHER_SIDE, MARKS, PARTS],
  "lawn-and-garden-tools": [WHOLE, OTHER_SIDE, BLADE, METER, SERIAL],
  electronics: [WHOLE, OTHER_SIDE, RUNNING, CABLES, SERIAL],
  "moving-supplies": [WHOLE, PARTS, MARKS],
  "venue-rental": [ENTRANCE, SURFACE, MARKS],
  "food-trucks": [WHOLE, OTHER_SIDE, INSIDE, CLEAN],
  "kitchen-and-appliances": [WHOLE, CLEAN, RUNNING, CABLES, PARTS],
  "outdoor-recreation": [WHOLE, OTHER_SIDE, MARKS, PARTS],
  "yard-games": [WHOLE, PARTS, MARKS],
  catering: [WHOLE, CLEAN, PARTS],
  storage: [ENTRANCE, INSIDE, MARKS],
  "land-rental": [ENTRANCE, GROUND, MARKS],
};

export const shotListOf = (categorySlug: string | null): readonly Shot[] =>
  (categorySlug !== null && Object.hasOwn(BY_CATEGORY, categorySlug) ? BY_CATEGORY[categorySlug] : undefined) ??
  GENERAL;

export const SHOT_CODES: readonly string[] = [
  ...new Set([...GENERAL, ...Object.values(BY_CATEGORY).flat()].map(({ code }) => code)),
];
