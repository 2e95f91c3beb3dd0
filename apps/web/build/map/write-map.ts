import { writeFileSync } from "node:fs";
import { mapFiles } from "./map-files.ts";

for (const [name, content] of Object.entries(mapFiles())) {
  writeFileSync(new URL(`../../src/assets/map/${name}`, import.meta.url), content);
}
