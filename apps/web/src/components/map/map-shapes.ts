import type { Position } from "@nexby/domain/kernel/distance";

/** [longitude, latitude], as usual for maps. */
export type MapPoint = readonly [number, number];
type MapShapes = Readonly<Record<string, readonly (readonly MapPoint[])[]>>;

export type MapLabel = {
  text: string;
  kind: "state" | "town" | "park" | "road" | "station";
  position: Position;
  /** Zoom range, [from, to], in which there is room for the label. */
  zoom: readonly [number, number];
  /** Degrees clockwise, for names that follow a road. */
  turn: number;
};

export type MapContent = { town: MapShapes; country: MapShapes; labels: readonly MapLabel[] };

type MapFile = {
  shapes: Record<string, number[][]>;
  labels: { text: string; kind: string; at: number[]; zoom: number[]; turn?: number }[];
  scale: number;
};

let content: Promise<MapContent> | undefined;

/** Our own map: the demo town street by street, elsewhere the outlines of the states. */
export function loadMapContent(): Promise<MapContent> {
  content ??= Promise.all([import("../../assets/map/town.json"), import("../../assets/map/country.json")]).then(
    ([{ default: town }, { default: country }]) => ({
      town: shapesOf(town),
      country: shapesOf(country),
      labels: [...labelsOf(town), ...labelsOf(country)],
    }),
  );
  // Lets the next map try again.
  content.catch(() => {
    content = undefined;
  });
  return content;
}

/** The files store delta-encoded integers. */
function shapesOf({ shapes, scale }: MapFile): MapShapes {
  const readLine = (steps: readonly number[]): MapPoint[] => {
    const points: MapPoint[] = [];
    let [x, y] = [0, 0];
    for (let index = 0; index < steps.length; index += 2) {
      x += steps[index] ?? 0;
      y += steps[index + 1] ?? 0;
      points.push([x / scale, y / scale]);
    }
    return points;
  };
  return Object.fromEntries(Object.entries(shapes).map(([kind, lines]) => [kind, lines.map(readLine)]));
}

function labelsOf({ labels }: MapFile): MapLabel[] {
  return labels.map(({ text, kind, at: [longitude = 0, latitude = 0], zoom: [from = 0, to = 0], turn = 0 }) => ({
    text,
    kind: kind as MapLabel["kind"],
    position: { latitude, longitude },
    zoom: [from, to],
    turn,
  }));
}
