import "./launch/require-node.mjs";
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { inRepository, ROOT } from "./launch/repository.mjs";

/** @typedef {{ name: string, seconds: number }} Time */
/** @typedef {{ name: string, startTime: number, endTime: number, assertionResults: unknown[] }} VitestFile */
/** @typedef {{ specs?: BrowserSpec[], suites?: BrowserSuite[] }} BrowserSuite */
/** @typedef {{ title: string, file: string, tests: { results: { duration: number }[] }[] }} BrowserSpec */

// `npm run test:times -- 50` lists the slowest 50 instead of 25.
const MOST = Number(process.argv[2] ?? 25);

const read = (/** @type {string} */ name) => JSON.parse(readFileSync(inRepository(`reports/${name}`), "utf8"));

/** @param {string} report */
const vitestFiles = (report) =>
  read(report).testResults.map((/** @type {VitestFile} */ { name, startTime, endTime, assertionResults }) => ({
    name: relative(ROOT, name),
    seconds: (endTime - startTime) / 1000,
    tests: assertionResults.length,
  }));

/** @returns {(Time & { file: string })[]} */
function browserTests() {
  /** @type {(suite: BrowserSuite) => BrowserSpec[]} */
  const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];
  return specsOf(read("end-to-end.json")).flatMap(({ title, file, tests }) =>
    tests.map(({ results }) => ({
      file,
      name: `${file}: ${title}`,
      seconds: results.reduce((total, { duration }) => total + duration, 0) / 1000,
    })),
  );
}

/** @param {(Time & { file: string })[]} tests */
function perSpec(tests) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const { file, seconds } of tests) sums.set(file, (sums.get(file) ?? 0) + seconds);
  return [...sums].map(([name, seconds]) => ({ name, seconds }));
}

const sumOf = (/** @type {Time[]} */ times) => Math.round(times.reduce((total, { seconds }) => total + seconds, 0));
const countOf = (/** @type {{ tests: number }[]} */ files) => files.reduce((total, { tests }) => total + tests, 0);

const slowest = (/** @type {Time[]} */ times) =>
  times
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, MOST)
    .map(({ name, seconds }) => [name, seconds.toFixed(1)]);

/**
 * @param {string} heading
 * @param {string[]} columns
 * @param {(string | number)[][]} rows
 */
function printTable(heading, columns, rows) {
  const lines = [columns, columns.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  console.log([`\n### ${heading}\n`, ...lines].join("\n"));
}

/** @type {Time[]} */
const stages = read("stages.json");
const [quick, integration, browser] = [vitestFiles("unit.json"), vitestFiles("integration.json"), browserTests()];
const [component, unit] = [true, false].map((isComponent) =>
  quick.filter((/** @type {Time} */ { name }) => name.endsWith(".tsx") === isComponent),
);

printTable(
  "Stages",
  ["stage", "seconds"],
  stages.map(({ name, seconds }) => [name, Math.round(seconds)]),
);
printTable(
  "Tiers",
  ["tier", "tests", "files", "seconds of work"],
  [
    ["unit", countOf(unit), unit.length, sumOf(unit)],
    ["component", countOf(component), component.length, sumOf(component)],
    ["integration", countOf(integration), integration.length, sumOf(integration)],
    ["browser", browser.length, perSpec(browser).length, sumOf(browser)],
  ],
);
printTable("Slowest unit and component files", ["file", "seconds"], slowest(quick));
printTable("Slowest integration files", ["file", "seconds"], slowest(integration));
printTable("Slowest browser files", ["file", "seconds"], slowest(perSpec(browser)));
printTable("Slowest browser tests", ["test", "seconds"], slowest(browser));
