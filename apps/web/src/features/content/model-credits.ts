type Licence = { name: string; url: string };

const CC0: Licence = { name: "CC0 1.0", url: "https://creativecommons.org/publicdomain/zero/1.0/" };
const CC_BY: Licence = { name: "CC BY 3.0", url: "https://creativecommons.org/licenses/by/3.0/" };
const CC_BY_US: Licence = { name: "CC BY 3.0 US", url: "https://creativecommons.org/licenses/by/3.0/us/" };

const PUYBARET_AND_SCOPIA = "Emmanuel Puybaret / eTeks and Scopia Visual Interfaces Systems, s.l.";

export type ModelCredit = {
  /** Name in the Debian package sweethome3d-furniture 1.8-1. */
  model: string;
  collection: string;
  author: string;
  authorUrl?: string;
  licence: Licence;
  /** Changes beyond those made to every model. */
  changes?: string;
  usedIn: readonly string[];
};

export const MODEL_CREDITS: readonly ModelCredit[] = [
  {
    model: "shippingContainer",
    collection: "BlendSwap-CC-0",
    author: "bhoult",
    authorUrl: "http://www.blendswap.com/blends/view/23697",
    licence: CC0,
    usedIn: ["storage-container"],
  },
  {
    model: "table_football",
    collection: "BlendSwap-CC-0",
    author: "Jeff2207",
    authorUrl: "http://www.blendswap.com/blends/view/65950",
    licence: CC0,
    usedIn: ["foosball-table"],
  },
  {
    model: "wheelbarrow",
    collection: "BlendSwap-CC-0",
    author: "Grs",
    authorUrl: "http://www.blendswap.com/blends/view/88152",
    licence: CC0,
    changes: "tub and frame recolored",
    usedIn: ["wheelbarrow"],
  },
  {
    model: "campingLamp",
    collection: "BlendSwap-CC-BY",
    author: "Bloknayrb",
    licence: CC_BY,
    changes: "lamp glass made to glow",
    usedIn: ["camping-lantern"],
  },
  {
    model: "foldingChair",
    collection: "BlendSwap-CC-BY",
    author: "Giovagiova",
    authorUrl: "http://www.blendswap.com/blends/view/82003",
    licence: CC_BY,
    usedIn: ["table-and-chairs"],
  },
  {
    model: "rowboat",
    collection: "BlendSwap-CC-BY",
    author: "Asterlil",
    authorUrl: "http://www.blendswap.com/blends/view/92570",
    licence: CC_BY,
    usedIn: ["rowboat"],
  },
  {
    model: "table_tennis",
    collection: "BlendSwap-CC-BY",
    author: "bheema",
    authorUrl: "http://www.blendswap.com/blends/view/68853",
    licence: CC_BY,
    usedIn: ["ping-pong-table"],
  },
  {
    model: "workbench",
    collection: "BlendSwap-CC-BY",
    author: "victorbied (model), Emmanuel Puybaret / eTeks (wood texture)",
    authorUrl: "http://www.blendswap.com/blends/view/78823",
    licence: CC_BY,
    usedIn: ["workbench"],
  },
  {
    model: "folding-table",
    collection: "KatorLegaz",
    author: "Andrew Kator & Jennifer Legaz",
    licence: CC_BY_US,
    usedIn: ["table-and-chairs"],
  },
  {
    model: "bicycle",
    collection: "Scopia",
    author: PUYBARET_AND_SCOPIA,
    licence: CC_BY,
    changes: "frame, fenders and seat recolored",
    usedIn: ["city-bike", "hero", "hero-dark"],
  },
  {
    model: "campingTent",
    collection: "Scopia",
    author: PUYBARET_AND_SCOPIA,
    licence: CC_BY,
    changes: "floor and poles recolored (outer fabric too in the two hero pictures)",
    usedIn: ["dome-tent", "campsite-plot", "hero", "hero-dark"],
  },
  {
    model: "cardboard-box",
    collection: "Scopia",
    author: PUYBARET_AND_SCOPIA,
    licence: CC_BY,
    usedIn: ["moving-boxes"],
  },
  {
    model: "coffee_machine",
    collection: "Scopia",
    author: "Scopia Visual Interfaces Systems, s.l.",
    licence: CC_BY,
    usedIn: ["espresso-machine"],
  },
  {
    model: "jacuzzi",
    collection: "Scopia",
    author: PUYBARET_AND_SCOPIA,
    licence: CC_BY,
    usedIn: ["hot-tub"],
  },
  {
    model: "mower",
    collection: "Scopia",
    author: PUYBARET_AND_SCOPIA,
    licence: CC_BY,
    usedIn: ["lawn-mower", "hero", "hero-dark"],
  },
  {
    model: "open-cardboard-box",
    collection: "Scopia",
    author: PUYBARET_AND_SCOPIA,
    licence: CC_BY,
    usedIn: ["moving-boxes"],
  },
  {
    model: "perceuse-electrique",
    collection: "Scopia",
    author: PUYBARET_AND_SCOPIA,
    licence: CC_BY,
    usedIn: ["cordless-drill"],
  },
  {
    model: "rattanArmchair",
    collection: "Scopia",
    author: PUYBARET_AND_SCOPIA,
    licence: CC_BY,
    usedIn: ["patio-lounge"],
  },
  {
    model: "rattanSofa",
    collection: "Scopia",
    author: PUYBARET_AND_SCOPIA,
    licence: CC_BY,
    usedIn: ["patio-lounge"],
  },
  {
    model: "rattanTable",
    collection: "Scopia",
    author: PUYBARET_AND_SCOPIA,
    licence: CC_BY,
    usedIn: ["patio-lounge"],
  },
  {
    model: "reflex_camera",
    collection: "Scopia",
    author: PUYBARET_AND_SCOPIA,
    licence: CC_BY,
    changes: "maker names and lens lettering removed from the textures",
    usedIn: ["camera"],
  },
  {
    model: "sleepingBag",
    collection: "Scopia",
    author: PUYBARET_AND_SCOPIA,
    licence: CC_BY,
    usedIn: ["sleeping-bag"],
  },
  {
    model: "step-ladder-metal",
    collection: "Scopia",
    author: PUYBARET_AND_SCOPIA,
    licence: CC_BY,
    usedIn: ["step-ladder"],
  },
  {
    model: "trampoline",
    collection: "Scopia",
    author: PUYBARET_AND_SCOPIA,
    licence: CC_BY,
    usedIn: ["trampoline"],
  },
  {
    model: "video-projector",
    collection: "Scopia",
    author: PUYBARET_AND_SCOPIA,
    licence: CC_BY,
    changes: "maker name removed from the texture",
    usedIn: ["projector"],
  },
];

/** Built for this project, entirely or as scenery around the models above. */
export const OWN_PICTURES: readonly string[] = [
  "bounce-house",
  "food-truck",
  "kayak",
  "campsite-plot",
  "ice-cream-cart",
  "kettle-grill",
  "cooler",
  "cornhole-set",
  "stand-mixer",
  "pa-speakers",
  "hand-truck",
  "event-canopy",
  "garden-plot",
  "kettlebell-set",
  "pressure-washer",
  "garage-shelving",
  "backyard-venue",
  "paddle-board",
  "blender",
  "buffet-table",
  "block-tower",
  "hedge-trimmer",
  "snowboard",
  "golf-bag",
  "hero",
  "hero-dark",
];
