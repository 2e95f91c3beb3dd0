import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Builds the card sandbox as a package of its own: plain JavaScript with types in packages/card-sandbox/dist, ready for
 * `npm pack`. The workspace itself is used from source, so its package.json cannot serve both.
 */
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PACKAGE = join(ROOT, "packages/card-sandbox");
const DIST = resolve(process.argv[2] ?? join(PACKAGE, "dist"));
const TSC = join(ROOT, "node_modules/typescript-native/bin/tsc");

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));

rmSync(DIST, { recursive: true, force: true });
execFileSync(process.execPath, [TSC, "-p", join(PACKAGE, "tsconfig.build.json"), "--outDir", DIST], {
  stdio: "inherit",
});
// The compiler rewrites imports in JavaScript only.
for (const file of readdirSync(DIST, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".d.ts"))) {
  const types = readFileSync(join(DIST, file), "utf8");
  writeFileSync(join(DIST, file), types.replaceAll(/(from "\.{1,2}\/[^"]+)\.ts"/g, '$1.js"'));
}
for (const file of ["README.md", "COVERAGE.md"]) cpSync(join(PACKAGE, file), join(DIST, file));
cpSync(join(ROOT, "LICENSE"), join(DIST, "LICENSE"));

const { name, version, dependencies } = readJson(join(PACKAGE, "package.json"));
const { engines, license } = readJson(join(ROOT, "package.json"));
const manifest = {
  name,
  version,
  description:
    "A Stripe-compatible server for tests and demos: stateful, offline, with a clock and faults to play with",
  keywords: ["stripe", "mock", "sandbox", "testing", "payments"],
  license,
  type: "module",
  engines,
  exports: { ".": { types: "./card-sandbox.d.ts", default: "./card-sandbox.js" } },
  bin: { "card-sandbox": "./standalone.js" },
  dependencies,
};
writeFileSync(join(DIST, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
console.log(`Built ${name} ${version} in ${DIST}`);
