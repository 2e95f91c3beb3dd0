/** Names of the colors in styles/tokens.css, without "--map-". */
export const MAP_COLORS = [
  "outside",
  "land",
  "border",
  "wood",
  "park",
  "water",
  "trail",
  "street",
  "street-edge",
  "motorway",
  "motorway-edge",
  "rail",
] as const;
export type MapColor = (typeof MAP_COLORS)[number];

/** Line widths at two zoom levels. */
type Widths = readonly [from: readonly [zoom: number, pixels: number], to: readonly [zoom: number, pixels: number]];

export type MapLayer = {
  id: string;
  from: "town" | "country";
  shape: string;
  color: MapColor;
  leastZoom: number;
  /** Absent for areas. */
  widths?: Widths;
  dashes?: readonly [number, number];
};

/** Lines grow slightly slower than the map. */
export const GROWTH = 1.6;

const town = (shape: string, color: MapColor, leastZoom: number, rest: Partial<MapLayer> = {}): MapLayer => ({
  id: `${shape}-${color}`,
  from: "town",
  shape,
  color,
  leastZoom,
  ...rest,
});

const edged = (widths: Widths, by: number): Widths => [
  [widths[0][0], widths[0][1] + by],
  [widths[1][0], widths[1][1] + by],
];

const MINOR: Widths = [
  [12, 0.7],
  [18, 22],
];
const SECONDARY: Widths = [
  [10, 0.6],
  [18, 28],
];
const PRIMARY: Widths = [
  [8, 0.7],
  [18, 38],
];
const MOTORWAY: Widths = [
  [6, 0.7],
  [18, 44],
];

/**
 * Bottom to top. All road edges are below all roads, so that crossings are open. Both renderers draw the same
 * layers.
 */
export const MAP_LAYERS: readonly MapLayer[] = [
  { id: "land", from: "country", shape: "land", color: "land", leastZoom: 0 },
  town("wood", "wood", 8),
  town("park", "park", 11),
  town("water", "water", 9),
  {
    id: "border",
    from: "country",
    shape: "border",
    color: "border",
    leastZoom: 0,
    widths: [
      [3, 0.6],
      [12, 2],
    ],
  },
  town("trail", "trail", 12.5, {
    widths: [
      [12, 0.8],
      [18, 4],
    ],
    dashes: [3, 2],
  }),
  town("minor", "street-edge", 13, { widths: edged(MINOR, 1.4) }),
  town("secondary", "street-edge", 12, { widths: edged(SECONDARY, 1.6) }),
  town("primary", "street-edge", 10.5, { widths: edged(PRIMARY, 1.8) }),
  town("minor", "street", 11.8, { widths: MINOR }),
  town("secondary", "street", 10.4, { widths: SECONDARY }),
  town("primary", "street", 9, { widths: PRIMARY }),
  town("motorway", "motorway-edge", 7, { widths: edged(MOTORWAY, 1.8) }),
  town("motorway", "motorway", 7, { widths: MOTORWAY }),
  town("rail", "rail", 11, {
    widths: [
      [11, 0.8],
      [18, 4],
    ],
  }),
];

export function widthAt([[lowZoom, lowWidth], [highZoom, highWidth]]: Widths, zoom: number): number {
  const share = (GROWTH ** (zoom - lowZoom) - 1) / (GROWTH ** (highZoom - lowZoom) - 1);
  return lowWidth + (highWidth - lowWidth) * Math.max(0, Math.min(1, share));
}
