import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { mapFiles } from "./map-files.ts";

describe("map files", () => {
  const generated = mapFiles();

  test.each(["town.json", "country.json"] as const)("%s matches the output of npm run map", (name) => {
    const saved = readFileSync(new URL(`../../src/assets/map/${name}`, import.meta.url), "utf8");
    expect(saved === generated[name]).toBe(true);
  });

  test("town.json has land, water, rail and road shapes, thousands of side streets and town labels", () => {
    const { shapes, labels } = JSON.parse(generated["town.json"]);
    for (const kind of ["wood", "park", "water", "rail", "motorway", "primary", "secondary", "minor"]) {
      expect(shapes[kind].length, kind).toBeGreaterThan(0);
    }
    expect(shapes.minor.length).toBeGreaterThan(2000);
    expect(labels.map(({ text }: { text: string }) => text)).toContain("Maplewood");
  });
});
