import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { mapFiles } from "./map-files.ts";

describe("the files of the map", () => {
  const made = mapFiles();

  test.each(["town.json", "country.json"] as const)("%s is what npm run map writes", (name) => {
    const kept = readFileSync(new URL(`../../src/assets/map/${name}`, import.meta.url), "utf8");
    expect(kept === made[name]).toBe(true);
  });

  test("the town has all that a map shows, and streets by the thousand", () => {
    const { shapes, labels } = JSON.parse(made["town.json"]);
    for (const kind of ["wood", "park", "water", "rail", "motorway", "primary", "secondary", "minor"]) {
      expect(shapes[kind].length, kind).toBeGreaterThan(0);
    }
    expect(shapes.minor.length).toBeGreaterThan(2000);
    expect(labels.map(({ text }: { text: string }) => text)).toContain("Maplewood");
  });
});
