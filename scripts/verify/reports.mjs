import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** @typedef {"U" | "I" | "E"} Kind unit, integration, end to end */
/** @typedef {"passed" | "failed" | "skipped"} Outcome */
/** @typedef {{ title: string, kind: Kind, outcome: Outcome }} TestResult */

/**
 * @typedef {object} VitestReport
 * @property {{ name: string, status: string, assertionResults: { fullName: string, status: string }[] }[]} testResults
 */

/** @typedef {{ status: string, expectedStatus: string }} PlaywrightTest */
/** @typedef {{ title: string, tests: PlaywrightTest[] }} PlaywrightSpec */
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
  return testResults.flatMap(({ name, status, assertionResults }) => {
    /** @type {TestResult[]} */
    const tests = assertionResults.map((test) => ({
      title: test.fullName,
      kind,
      outcome: test.status === "passed" || test.status === "failed" ? test.status : "skipped",
    }));
    // A file that cannot be loaded, or whose hooks fail, is reported without a failed test.
    const isBroken = status === "failed" && !tests.some(({ outcome }) => outcome === "failed");
    return isBroken ? [...tests, { title: name, kind, outcome: "failed" }] : tests;
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
      spec.tests.map((test) => ({ title: `${here} ${spec.title}`, kind, outcome: playwrightOutcome(test) })),
    ),
    ...suites.flatMap((suite) => testsOfSuite(suite, here, kind)),
  ];
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
