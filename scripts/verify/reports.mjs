import { existsSync, readFileSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ROOT } from "../launch/repository.mjs";

/** @typedef {"U" | "I" | "E"} Kind unit, integration, end to end */
/** @typedef {"passed" | "failed" | "skipped"} Outcome */

/**
 * @typedef {object} TestResult
 * @property {string} title
 * @property {Kind} kind
 * @property {Outcome} outcome
 * @property {string} [file] path in the repository
 * @property {string} [problem] why it failed
 */

/** @typedef {{ fullName: string, status: string, failureMessages?: string[] }} VitestTest */
/** @typedef {{ name: string, status: string, message?: string, assertionResults: VitestTest[] }} VitestFile */

/**
 * @typedef {object} VitestReport
 * @property {VitestFile[]} testResults
 */

/** @typedef {{ errors?: { message?: string }[] }} PlaywrightResult */
/** @typedef {{ status: string, expectedStatus: string, results?: PlaywrightResult[] }} PlaywrightTest */
/** @typedef {{ title: string, file?: string, tests: PlaywrightTest[] }} PlaywrightSpec */
/** @typedef {{ title: string, specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite */
/** @typedef {{ suites: PlaywrightSuite[], errors: { message?: string }[] }} PlaywrightReport */

/** @typedef {{ file: string, kind: Kind, read: (json: string, kind: Kind) => TestResult[] }} Report */

/** All reports that a full run writes. */
export const REPORTS = /** @satisfies {Record<string, Report>} */ ({
  unit: { file: "unit.json", kind: "U", read: readVitest },
  domainElsewhere: { file: "domain-elsewhere.json", kind: "U", read: readVitest },
  integration: { file: "integration.json", kind: "I", read: readVitest },
  endToEnd: { file: "end-to-end.json", kind: "E", read: readPlaywright },
});

/**
 * @param {string} folder
 * @returns {{ tests: TestResult[], missing: string[] }}
 */
export function readReports(folder) {
  /** @type {Report[]} */
  const reports = Object.values(REPORTS);
  const isPresent = (/** @type {Report} */ { file }) => existsSync(join(folder, file));
  return {
    tests: reports
      .filter(isPresent)
      .flatMap(({ file, kind, read }) => read(readFileSync(join(folder, file), "utf8"), kind)),
    missing: reports.filter((report) => !isPresent(report)).map(({ file }) => file),
  };
}

/** @type {Report["read"]} */
export function readVitest(json, kind) {
  /** @type {VitestReport} */
  const { testResults } = JSON.parse(json);
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = isAbsolute(name) ? relative(ROOT, name) : name;
    /** @type {TestResult[]} */
    const tests = assertionResults.map((test) => {
      const outcome = test.status === "passed" || test.status === "failed" ? test.status : "skipped";
      return { title: test.fullName, kind, outcome, file, ...problemOf(outcome, test.failureMessages) };
    });
    // A file that cannot be loaded, or whose hooks fail, is reported without a failed test.
    const isBroken = status === "failed" && !tests.some(({ outcome }) => outcome === "failed");
    if (!isBroken) return tests;
    return [...tests, { title: file, kind, outcome: "failed", file, ...problemOf("failed", [message ?? ""]) }];
  });
}

/** @type {Report["read"]} */
export function readPlaywright(json, kind) {
  /** @type {PlaywrightReport} */
  const { suites, errors } = JSON.parse(json);
  return [
    ...suites.flatMap((suite) => testsOfSuite(suite, "", kind)),
    ...errors.map(({ message = "end to end" }) => ({ title: message, kind, outcome: /** @type {const} */ ("failed") })),
  ];
}

/**
 * @param {PlaywrightSuite} suite
 * @param {string} path titles of the enclosing suites
 * @param {Kind} kind
 * @returns {TestResult[]}
 */
function testsOfSuite({ title, specs = [], suites = [] }, path, kind) {
  const here = `${path} ${title}`.trim();
  return [
    ...specs.flatMap((spec) =>
      spec.tests.map((test) => {
        const outcome = playwrightOutcome(test);
        const messages = (test.results ?? []).flatMap(({ errors = [] }) => errors.map(({ message = "" }) => message));
        return {
          title: `${here} ${spec.title}`,
          kind,
          outcome,
          ...(spec.file && { file: `e2e/${spec.file}` }),
          ...problemOf(outcome, messages),
        };
      }),
    ),
    ...suites.flatMap((suite) => testsOfSuite(suite, here, kind)),
  ];
}

/**
 * @param {Outcome} outcome
 * @param {string[]} [messages] in the runner's colors
 */
function problemOf(outcome, messages = []) {
  const problem = outcome === "failed" ? stripVTControlCharacters(messages.join("\n")).trim() : "";
  return problem ? { problem } : {};
}

/**
 * A test that passes only on a retry, or that is expected to fail, proves nothing.
 * @param {PlaywrightTest} test
 * @returns {Outcome}
 */
function playwrightOutcome({ status, expectedStatus }) {
  if (status === "skipped") return "skipped";
  return status === "expected" && expectedStatus === "passed" ? "passed" : "failed";
}
