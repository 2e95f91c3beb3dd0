import { describe, expect, it } from "vitest";
import { inRepository } from "../launch/repository.mjs";
import { PROBLEM, playwrightReport, vitestReport } from "../planted/crafted-reports.ts";
import { failureLines } from "./conclude.mjs";
import { compareTicks, countRequirements } from "./count-requirements.mjs";
import { oneTestCommand } from "./one-test.mjs";
import { readPlaywright, readVitest, type TestResult } from "./reports.mjs";
import { parseRequirements, tickRequirements } from "./requirement-list.mjs";

const LIST = "# List\n\nIntroduction.\n- CARD-01 U/E one\n- CARD-02 I two ✓\n";
const { requirements } = parseRequirements(LIST);

const passed = (kind: TestResult["kind"], title: string): TestResult => ({ kind, title, outcome: "passed" });
const failed = (kind: TestResult["kind"], title: string): TestResult => ({ kind, title, outcome: "failed" });
const skipped = (kind: TestResult["kind"], title: string): TestResult => ({ kind, title, outcome: "skipped" });

describe("the requirement list", () => {
  it("the requirement list yields the id, kinds and tick of each line", () => {
    expect(requirements).toEqual([
      { id: "CARD-01", kinds: ["U", "E"], isTicked: false, notYet: null },
      { id: "CARD-02", kinds: ["I"], isTicked: true, notYet: null },
    ]);
  });

  it("the requirement list reports every malformed line: wrong form, unknown kind or duplicate id", () => {
    const wrong = ["- CARD-1b U text", "- CARD-03 X text", "- CARD-04 text", "- CARD-02 I again"];
    expect(parseRequirements(LIST + wrong.join("\n")).malformed).toEqual(wrong);
  });

  it("the requirement list changes only in its ticks when rewritten", () => {
    expect(tickRequirements(LIST, new Set(["CARD-01"]))).toBe(
      "# List\n\nIntroduction.\n- CARD-01 U/E one ✓\n- CARD-02 I two\n",
    );
    expect(tickRequirements(LIST, new Set(["CARD-02"]))).toBe(LIST);
  });
});

describe("a requirement", () => {
  const proven = (...tests: TestResult[]) => [...countRequirements(requirements, tests).proven];

  it("a requirement is proven by passing tests of every kind it names", () => {
    expect(proven(passed("U", "[CARD-01] a"), passed("E", "page [CARD-01] b"))).toEqual(["CARD-01"]);
    expect(proven(passed("I", "[CARD-01][CARD-02] several"))).toEqual(["CARD-02"]);
  });

  it("a requirement is not proven by one of two kinds or by another kind", () => {
    expect(proven(passed("U", "[CARD-01] a"), passed("I", "[CARD-01] b"), passed("U", "[CARD-02] c"))).toEqual([]);
  });

  it("a requirement is not proven when any test that names it failed", () => {
    expect(proven(passed("I", "[CARD-02] a"), failed("U", "[CARD-02] b"))).toEqual([]);
  });

  it("a requirement is not proven by a skipped test, which does no harm next to a passing one", () => {
    expect(proven(skipped("I", "[CARD-02] a"))).toEqual([]);
    expect(proven(skipped("I", "[CARD-02] a"), passed("I", "[CARD-02] b"))).toEqual(["CARD-02"]);
  });

  it("a requirement is not proven while its line says what the tests do not cover yet", () => {
    const open = parseRequirements("- CARD-03 I tables a and b ◐ not yet: b\n").requirements;
    const { proven: counted, partly } = countRequirements(open, [passed("I", "[CARD-03] table a")]);
    expect([...counted]).toEqual([]);
    expect(partly).toEqual([{ id: "CARD-03", missing: [], hasFailed: false, notYet: "b" }]);
    expect(compareTicks(open, counted)).toEqual({ tickedWithoutProof: [], provenWithoutTick: [] });
  });

  it("a requirement is not proven by an id without brackets", () => {
    expect(proven(passed("I", "CARD-02 a"))).toEqual([]);
  });
});

describe("the count", () => {
  it("the count lists partly proven requirements and unknown ids", () => {
    const { partly, unknown } = countRequirements(requirements, [
      passed("U", "[CARD-01] a"),
      failed("I", "[CARD-02] b"),
      skipped("I", "[CARD-77] c"),
    ]);
    expect(partly).toEqual([
      { id: "CARD-01", missing: ["E"], hasFailed: false, notYet: null },
      { id: "CARD-02", missing: ["I"], hasFailed: true, notYet: null },
    ]);
    expect(unknown).toEqual(["CARD-77"]);
  });

  it("the count reports where ticks and proofs differ", () => {
    expect(compareTicks(requirements, new Set(["CARD-01"]))).toEqual({
      tickedWithoutProof: ["CARD-02"],
      provenWithoutTick: ["CARD-01"],
    });
  });
});

describe("test runner reports", () => {
  it("Vitest: lists each test with its file and outcome, a failed one with its problem", () => {
    const file = "some.test.ts";
    expect(readVitest(vitestReport({ a: "passed", b: "failed", c: "skipped" }), "U")).toEqual([
      { ...passed("U", "a"), file },
      { ...failed("U", "b"), file, problem: PROBLEM },
      { ...skipped("U", "c"), file },
    ]);
  });

  it("Vitest: names files by their path in the repository", () => {
    const assertionResults = [{ fullName: "a", status: "passed" }];
    const report = {
      testResults: [{ name: inRepository("packages/a/b.test.ts"), status: "passed", assertionResults }],
    };
    expect(readVitest(JSON.stringify(report), "U")).toEqual([{ ...passed("U", "a"), file: "packages/a/b.test.ts" }]);
  });

  it("Vitest: counts a file that could not be loaded as failed", () => {
    const broken = { name: "broken.test.ts", status: "failed", message: PROBLEM, assertionResults: [] };
    expect(readVitest(JSON.stringify({ testResults: [broken] }), "I")).toEqual([
      { ...failed("I", "broken.test.ts"), file: "broken.test.ts", problem: PROBLEM },
    ]);
  });

  it("Playwright: lists tests with full titles and files, a failed one with its problem without colors", () => {
    const file = "e2e/booking/some.spec.ts";
    expect(readPlaywright(playwrightReport({ a: "passed", b: "failed", c: "skipped" }), "E")).toEqual([
      { ...passed("E", "some.spec.ts a page a"), file },
      { ...failed("E", "some.spec.ts a page b"), file, problem: PROBLEM },
      { ...skipped("E", "some.spec.ts a page c"), file },
    ]);
  });

  it.each([
    ["a test that passed only on a retry", { status: "flaky", expectedStatus: "passed" }],
    ["a test that is expected to fail", { status: "expected", expectedStatus: "failed" }],
  ])("Playwright: counts %s as failed", (_title, test) => {
    const report = { suites: [{ title: "s", specs: [{ title: "t", tests: [test] }] }], errors: [] };
    expect(readPlaywright(JSON.stringify(report), "E")).toEqual([failed("E", "s t")]);
  });

  it("Playwright: counts an error outside tests as failed", () => {
    const report = { suites: [], errors: [{ message: "no browser" }] };
    expect(readPlaywright(JSON.stringify(report), "E")).toEqual([failed("E", "no browser")]);
  });
});

describe("the end of a run", () => {
  const file = "apps/server/src/a.int.test.ts";

  it("the end of a run repeats what failed file by file, with the command that runs the file alone", () => {
    const tests = [
      { ...passed("I", "is well"), file },
      { ...failed("I", "adds up"), file, problem: "expected 1 to be 2\n\n    at a.int.test.ts:3:1" },
      { ...failed("I", "stays"), file },
    ];
    expect(failureLines(tests)).toEqual([
      `✗ ${file}`,
      "  › adds up",
      "      expected 1 to be 2",
      "      at a.int.test.ts:3:1",
      "  › stays",
      `    npm run test:one -- ${file}`,
      "",
    ]);
    expect(failureLines([passed("I", "is well")])).toEqual([]);
  });

  it("the end of a run shortens long messages, files with many failed tests and runs with many failed files", () => {
    const problem = "line\n".repeat(50);
    const many = Array.from({ length: 5 }, (_, index) => ({ ...failed("I", `test ${index}`), file, problem }));
    const lines = failureLines(many);
    expect(lines).toHaveLength(1 + 3 * 9 + 3);
    expect(lines).toContain("    and 2 more");
    const files = Array.from({ length: 25 }, (_, index) => ({ ...failed("I", "a"), file: `${index}.test.ts` }));
    expect(failureLines(files).at(-1)).toBe("✗ and 5 more files");
  });
});

describe("npm run test:one", () => {
  it.each([
    ["apps/server/src/main.int.test.ts", ["vitest", "run", "--project", "integration"]],
    ["apps/web/src/features/browse/browse.test.tsx", ["vitest", "run", "--project", "component"]],
    ["packages/domain/src/reviews/reviews.test.ts", ["vitest", "run", "--project", "unit"]],
    ["e2e/phone/rental.spec.ts", ["playwright", "test"]],
  ])("npm run test:one runs %s with the runner of its tier", (path, [runner, ...before]) => {
    const { command, isInBrowser } = oneTestCommand([path, "-t", "[REV-01]"]);
    const title = isInBrowser ? "--grep" : "-t";
    expect(command).toEqual([expect.stringMatching(new RegExp(`/${runner}$`)), ...before, path, title, "[REV-01]"]);
  });

  it.each([[[]], [["README.md"]], [["apps/no.test.ts"]]])("npm run test:one says how to use it for %j", (given) => {
    expect(() => oneTestCommand(given)).toThrow(/npm run test:one -- PATH/);
  });
});
