import { blob, curveThrough, type Line, type Point, ribbon } from "./geometry.ts";

/*
 * The main lines of the town, drawn by hand: a wooded ridge in the west, a parkway in the east, and a railway and a
 * small river through the middle. districts.ts generates the streets between them.
 */

const river = curveThrough(
  [
    [-1100, 16000],
    [-900, 8200],
    [-1150, 6600],
    [-620, 5200],
    [-900, 3900],
    [-380, 2700],
    [-620, 1700],
    [-260, 900],
    [-420, 150],
    [-90, -620],
    [-520, -1500],
    [-260, -2500],
    [-760, -3500],
    [-330, -4700],
    [-620, -6200],
    [-200, -8200],
    [600, -14000],
  ],
  10,
);

const brook = curveThrough(
  [
    [-6800, 7800],
    [-6100, 5200],
    [-6400, 3300],
    [-5850, 1200],
    [-6250, -700],
    [-5600, -2600],
    [-6100, -4600],
    [-5600, -8000],
  ],
  9,
);

export const RAILWAY: Line = curveThrough([
  [17000, 9000],
  [8000, 4300],
  [4600, 3150],
  [2300, 2500],
  [900, 1450],
  [250, 350],
  [-700, -480],
  [-2600, -830],
  [-4600, -1500],
  [-8000, -3300],
  [-17000, -7200],
]);

export const MOTORWAYS: readonly Line[] = [
  curveThrough([
    [5200, 20000],
    [4700, 8000],
    [4250, 4300],
    [4450, 1500],
    [3700, -1500],
    [3100, -4600],
    [3500, -8000],
    [3300, -20000],
  ]),
  curveThrough([
    [-20000, -7900],
    [-8000, -5500],
    [-4500, -4350],
    [-1500, -4300],
    [1500, -4050],
    [4500, -4500],
    [8000, -4200],
    [20000, -5200],
  ]),
];

export const PRIMARY_ROADS = {
  "Springfield Avenue": curveThrough([
    [14000, 6400],
    [7800, 3000],
    [4300, 900],
    [2100, -350],
    [700, -1350],
    [-1500, -2500],
    [-4200, -3350],
    [-8000, -4300],
    [-15000, -6200],
  ]),
  "South Orange Avenue": curveThrough([
    [15000, 1900],
    [7800, 2050],
    [4400, 2400],
    [1400, 2420],
    [-700, 2750],
    [-2500, 3350],
    [-4700, 4350],
    [-8000, 5150],
    [-15000, 7800],
  ]),
  "Valley Street": curveThrough([
    [1500, 14000],
    [1150, 8000],
    [700, 5000],
    [850, 2450],
    [420, 700],
    [130, -900],
    [-180, -2300],
    [420, -4100],
    [900, -8000],
    [700, -15000],
  ]),
  "Millburn Avenue": curveThrough([
    [130, -900],
    [-1400, -1180],
    [-3100, -960],
    [-5000, -2150],
    [-8000, -2400],
    [-15000, -3300],
  ]),
  "Irvington Avenue": curveThrough([
    [850, 2450],
    [2200, 1150],
    [4300, 120],
    [8000, -900],
    [15000, -2100],
  ]),
  "Vauxhall Road": curveThrough([
    [-1500, -2500],
    [-300, -3250],
    [1600, -2550],
    [3400, -3000],
    [8000, -2300],
    [15000, -2600],
  ]),
} satisfies Record<string, Line>;

export const WOODS: readonly Line[] = [
  blob([-4000, 3000], [1450, 2600], { seed: 11, unevenness: 0.2, corners: 56 }),
  blob([-6900, -6700], [1100, 800], { seed: 5 }),
  blob([6500, 6400], [1300, 900], { seed: 8 }),
  blob([-7200, 7000], [900, 1000], { seed: 3 }),
];

const riverIn = (from: number, to: number): Point[] => river.filter(([, y]) => y <= from && y >= to);

/** Lawns along the river, a golf course and the larger parks; districts.ts adds the small ones. */
export const LARGE_PARKS: readonly Line[] = [
  ribbon(riverIn(1750, -700), (share) => 14 + 190 * Math.sin(share * Math.PI)),
  ribbon(riverIn(-2000, -4000), (share) => 14 + 100 * Math.sin(share * Math.PI)),
  ribbon(riverIn(5600, 3200), (share) => 14 + 120 * Math.sin(share * Math.PI)),
  blob([2300, 4300], [760, 560], { seed: 21, unevenness: 0.2 }),
  blob([-1950, -6100], [700, 480], { seed: 22, unevenness: 0.22 }),
  blob([5600, -1500], [520, 420], { seed: 23 }),
];

export const WATER: readonly Line[] = [
  ribbon(river, (share) => 8 + 4 * Math.sin(share * 90) + 5 * share),
  ribbon(brook, () => 6),
  blob([-230, 620], [95, 150], { seed: 31, unevenness: 0.25 }),
  blob([-4600, 3650], [210, 430], { seed: 32, unevenness: 0.3 }),
  blob([-3450, 1500], [120, 190], { seed: 33, unevenness: 0.28 }),
  blob([-5150, 350], [170, 560], { seed: 34, unevenness: 0.22 }),
  blob([2450, 4180], [90, 60], { seed: 35 }),
  blob([-1850, -6050], [150, 90], { seed: 36 }),
  blob([6350, 6200], [260, 170], { seed: 37 }),
];

export const TRAILS: readonly Line[] = [
  curveThrough([
    [-3500, 800],
    [-3700, 1400],
    [-3150, 2300],
    [-3600, 3200],
    [-3200, 4600],
  ]),
  curveThrough([
    [-4600, 800],
    [-4300, 1300],
    [-4500, 2000],
    [-3900, 2700],
    [-4200, 3900],
    [-3700, 4700],
  ]),
  curveThrough([
    [-2700, 1900],
    [-3400, 2150],
    [-4200, 2000],
    [-5000, 2500],
  ]),
];

/** Side streets don't cross these. Main roads have bridges. */
export const BARRIERS: readonly Line[] = [river, brook, RAILWAY, ...MOTORWAYS];
