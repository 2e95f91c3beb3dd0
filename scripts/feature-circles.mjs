import { readFileSync } from "node:fs";
import { inRepository } from "./launch/repository.mjs";
import { featureCircles } from "./verify/feature-circles.mjs";
import { sourceFiles } from "./verify/source-files.mjs";

const circles = featureCircles(sourceFiles(), (path) => readFileSync(inRepository(path), "utf8"));
for (const circle of circles) console.log(`✗ Features import each other: ${circle}`);
if (circles.length > 0) process.exitCode = 1;
