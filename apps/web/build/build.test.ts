import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { mapFiles } from "./map/map-files.ts";
import { sharedChunks } from "./shared-chunks.ts";

test.each(["/srv/nexby/app/", "/srv/a b/ünï/100%/app/"])(
  "the build assigns modules to the shared chunks when the app is in %s",
  (folder) => {
    const imports: Record<string, string[]> = {
      [`${folder}main.tsx`]: [`${folder}frame.tsx`],
      [`${folder}routes/content-routes.tsx`]: [`${folder}policy.tsx`],
    };
    const modules = {
      getModuleInfo: (id: string) => ({ importedIds: imports[id] ?? [], code: null }),
    };
    const nameOf = (file: string) =>
      sharedChunks(pathToFileURL(folder))
        .map(({ name }) => (typeof name === "string" ? name : name(folder + file, modules)))
        .find((name) => name !== null);
    expect(["frame.tsx", "policy.tsx", "field.tsx"].map(nameOf)).toEqual(["shared", "quiet", "forms"]);
  },
);

test("the build finds the file of an icon under each of its names", () => {
  const folder = "/srv/nexby/app/";
  const barrel = "/srv/nexby/node_modules/lucide-react/dist/esm/lucide-react.mjs";
  const icon = "/srv/nexby/node_modules/lucide-react/dist/esm/icons/triangle-exclamation-point.mjs";
  const other = icon.replace("triangle-exclamation-point", "house");
  const sources: Record<string, { importedIds: string[]; code: string }> = {
    [`${folder}main.tsx`]: { importedIds: [barrel], code: 'import { TriangleAlert as Warning } from "lucide-react";' },
    [barrel]: {
      importedIds: [icon, other],
      code: `export { default as TriangleAlert, default as TriangleExclamationPoint } from './icons/triangle-exclamation-point.mjs';
        export { default as House } from './icons/house.mjs';`,
    },
  };
  const modules = { getModuleInfo: (id: string) => sources[id] ?? { importedIds: [], code: null } };
  const [shared] = sharedChunks(pathToFileURL(folder));
  if (typeof shared?.name !== "function") throw new Error("The first chunk has the landing page's modules");
  expect([shared.name(icon, modules), shared.name(other, modules)]).toEqual(["shared", null]);
});

describe("map files", () => {
  const generated = mapFiles();

  test.each(["town.json", "country.json"] as const)("%s matches the output of npm run map", (name) => {
    const saved = readFileSync(new URL(`../src/assets/map/${name}`, import.meta.url), "utf8");
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
