import type { Line } from "./geometry.ts";
import { makeCityLabels, makeLabels } from "./make-labels.ts";
import { makeStateLabels, makeStates } from "./make-states.ts";
import { makeTown } from "./make-town.ts";

/** Contents of the files in src/assets/map. */
export function mapFiles(): Record<"town.json" | "country.json", string> {
  return {
    "town.json": JSON.stringify({ shapes: coded(makeTown(), 1e5), labels: makeLabels().map(rounded(1e5)), scale: 1e5 }),
    "country.json": JSON.stringify({
      shapes: coded(makeStates(), 1e3),
      labels: [...makeStateLabels(), ...makeCityLabels()].map(rounded(1e2)),
      scale: 1e3,
    }),
  };
}

const rounded =
  (scale: number) =>
  <Labelled extends { at: readonly [number, number] }>(label: Labelled) => ({
    ...label,
    at: label.at.map((degrees) => Math.round(degrees * scale) / scale),
  });

/** Delta-encodes coordinates as integers, a quarter of the size. Decoded in src/components/map/map-shapes.ts. */
function coded(shapes: Record<string, readonly Line[]>, scale: number): Record<string, number[][]> {
  const codeLine = (line: Line): number[] => {
    let before = [0, 0];
    return line.flatMap(([x, y]) => {
      const here = [Math.round(x * scale), Math.round(y * scale)];
      const step = here.map((value, axis) => value - (before[axis] ?? 0));
      before = here;
      return step;
    });
  };
  return Object.fromEntries(Object.entries(shapes).map(([kind, lines]) => [kind, lines.map(codeLine)]));
}
