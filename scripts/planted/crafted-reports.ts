type Status = "passed" | "failed" | "skipped";
type Tests = Record<string, Status>;

/** The message of every failed test. */
export const PROBLEM = "expected 1 to be 2";

/** Builds the reports of a run in the runners' own formats. */
export function craftReports(runs: { unit?: Tests; integration?: Tests; endToEnd?: Tests }): Record<string, string> {
  return {
    "reports/unit.json": vitestReport(runs.unit ?? {}),
    "reports/domain-elsewhere.json": vitestReport({}),
    "reports/integration.json": vitestReport(runs.integration ?? {}),
    "reports/end-to-end.json": playwrightReport(runs.endToEnd ?? {}),
  };
}

export function vitestReport(tests: Tests): string {
  const assertionResults = Object.entries(tests).map(([fullName, status]) => ({
    fullName,
    status,
    failureMessages: status === "failed" ? [PROBLEM] : [],
  }));
  const status = assertionResults.some((test) => test.status === "failed") ? "failed" : "passed";
  return JSON.stringify({ testResults: [{ name: "some.test.ts", status, assertionResults }] });
}

export function playwrightReport(tests: Tests): string {
  const STATUS = { passed: "expected", failed: "unexpected", skipped: "skipped" };
  const specs = Object.entries(tests).map(([title, status]) => ({
    title,
    file: "booking/some.spec.ts",
    tests: [
      {
        status: STATUS[status],
        expectedStatus: status === "skipped" ? "skipped" : "passed",
        results: [{ errors: status === "failed" ? [{ message: `\u001b[31m${PROBLEM}\u001b[39m` }] : [] }],
      },
    ],
  }));
  return JSON.stringify({ suites: [{ title: "some.spec.ts", suites: [{ title: "a page", specs }] }], errors: [] });
}
