import { existsSync, readdirSync } from "node:fs";
import { inRepository, toolPath } from "../launch/repository.mjs";
import { REPORTS } from "./reports.mjs";

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string[][]} commands all run, even after one failed
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} [after] the step that must succeed before this one can run
 */

/** @typedef {Step[][]} Stage lanes that run in parallel, each a sequence of steps */

/** @type {Step} */
const formatAndLint = { name: "format and lint", commands: [[toolPath("biome"), "check", "."]] };

/**
 * The native compiler is four times as fast as the one that dependency-cruiser and knip need. It builds referenced
 * projects first and incrementally, so each is checked once and only if something changed.
 * @type {Step}
 */
const types = {
  name: "types",
  commands: [
    [process.execPath, inRepository("node_modules/typescript-native/bin/tsc"), "--build"].concat(
      [".", "apps/web", "e2e", "bench", "scripts"].filter((folder) =>
        existsSync(inRepository(`${folder}/tsconfig.json`)),
      ),
    ),
  ],
};

/** @type {Step} */
const importRules = {
  name: "import rules",
  commands: [
    [toolPath("depcruise"), "--config", ".dependency-cruiser.cjs", "packages", "apps", "e2e", "bench"],
    [process.execPath, inRepository("scripts/feature-circles.mjs")],
  ],
};

/** @type {Step} */
const deadCode = {
  name: "dead code",
  commands: [[toolPath("knip")], [process.execPath, inRepository("scripts/test-only-code.mjs")]],
};

/** @param {string} folder for reports */
const unitTests = (folder) => vitest("unit tests", ["unit", "component"], "UTC", `${folder}/${REPORTS.unit.file}`);

/**
 * Property tests of amounts do not depend on the machine's time zone, so they are not run again.
 * @param {string} folder for reports
 */
const domainTestsElsewhere = (folder) =>
  vitest(
    "domain tests in Los Angeles",
    ["unit"],
    "America/Los_Angeles",
    `${folder}/${REPORTS.domainElsewhere.file}`,
    readdirSync(inRepository("packages/domain/src"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".test.ts") && !file.endsWith("-properties.test.ts"))
      .map((file) => `packages/domain/src/${file}`),
  );

/** @param {string} folder for reports */
const integrationTests = (folder) =>
  vitest("integration tests", ["integration"], "UTC", `${folder}/${REPORTS.integration.file}`);

/** @type {Step} */
const build = { name: "build", commands: [[process.execPath, inRepository("scripts/build.mjs"), "--if-needed"]] };

/**
 * @param {string} folder for reports
 * @returns {Step}
 */
const endToEnd = (folder) => ({
  name: "end to end",
  after: build.name,
  commands: [[toolPath("playwright"), "test", "--reporter=list,json"]],
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: inRepository(`${folder}/${REPORTS.endToEnd.file}`) },
});

/** @type {Step} */
const codeSize = { name: "code size", commands: [[process.execPath, inRepository("scripts/code-size.mjs")]] };

/** @type {Step} */
const spelling = { name: "spelling", commands: [[process.execPath, inRepository("scripts/texts.mjs"), "--spelling"]] };

/** @type {Step[]} */
const checks = [formatAndLint, importRules, deadCode, codeSize, spelling];

/**
 * The stages of `npm run check`, in two lanes for two cores.
 * @param {string} reports
 * @returns {Stage[]}
 */
export const quickStages = (reports) => [[[types, unitTests(reports)], checks]];

/**
 * The one stage of `npm test`. Integration and browser tests each leave a core idle now and then, which the other lane
 * uses.
 * @param {string} reports
 * @returns {Stage[]}
 */
export const allStages = (reports) => [
  [
    [unitTests(reports), integrationTests(reports)],
    [build, types, ...checks, domainTestsElsewhere(reports), endToEnd(reports)],
  ],
];

/**
 * @param {Stage[]} stages
 * @param {string[]} names empty means all
 * @returns {Stage[]}
 */
export const onlyNamed = (stages, names) =>
  names.length === 0
    ? stages
    : stages.map((lanes) => lanes.map((steps) => steps.filter(({ name }) => names.includes(name))));

/**
 * @param {string} name
 * @param {string[]} projects
 * @param {string} zone
 * @param {string} report
 * @param {string[]} [only]
 * @returns {Step}
 */
function vitest(name, projects, zone, report, only = []) {
  const projectOptions = projects.flatMap((project) => ["--project", project]);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  return {
    name,
    commands: [[toolPath("vitest"), "run", ...projectOptions, ...reporters, ...only]],
    env: { TZ: zone, NODE_ENV: "test" },
  };
}
