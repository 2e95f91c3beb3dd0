import { describe, expect, it } from "vitest";
import { playwrightReport, vitestReport } from "../planted/crafted-reports.ts";
import { compareTicks, countRequirements } from "./count-requirements.mjs";
import { readPlaywright, readVitest, type TestResult } from "./reports.mjs";
import { parseRequirements, tickRequirements } from "./requirement-list.mjs";

const LIST = "# List\n\nIntroduction.\n- CARD-01 U/E one\n- CARD-02 I two ✓\n";
const { requirements } = parseRequirements(LIST);

const passed = (kind: TestResult["kind"], title: string): TestResult => ({ kind, title, outcome: "passed" });
const failed = (kind: TestResult["kind"], title: string): TestResult => ({ kind, title, outcome: "failed" });
const skipped = (kind: TestResult["kind"], title: string): TestResult => ({ kind, title, outcome: "skipped" });

describe("the requirement list", () => {
  it("yields the id, kinds and tick of each line", () => {
    expect(requirements).toEqual([
      { id: "CARD-01", kinds: ["U", "E"], isTicked: false, notYet: null },
      { id: "CARD-02", kinds: ["I"], isTicked: true, notYet: null },
    ]);
  });

  it("reports every malformed line: wrong form, unknown kind or duplicate id", () => {
    const wrong = ["- CARD-1b U text", "- CARD-03 X text", "- CARD-04 text", "- CARD-02 I again"];
    expect(parseRequirements(LIST + wrong.join("\n")).malformed).toEqual(wrong);
  });

  it("changes only in its ticks when rewritten", () => {
    expect(tickRequirements(LIST, new Set(["CARD-01"]))).toBe(
      "# List\n\nIntroduction.\n- CARD-01 U/E one ✓\n- CARD-02 I two\n",
    );
    expect(tickRequirements(LIST, new Set(["CARD-02"]))).toBe(LIST);
  });
});

describe("a requirement", () => {
  const proven = (...tests: TestResult[]) => [...countRequirements(requirements, tests).proven];

  it("is proven by passing tests of every kind it names", () => {
    expect(proven(passed("U", "[CARD-01] a"), passed("E", "page [CARD-01] b"))).toEqual(["CARD-01"]);
    expect(proven(passed("I", "[CARD-01][CARD-02] several"))).toEqual(["CARD-02"]);
  });

  it("is not proven by one of two kinds or by another kind", () => {
    expect(proven(passed("U", "[CARD-01] a"), passed("I", "[CARD-01] b"), passed("U", "[CARD-02] c"))).toEqual([]);
  });

  it("is not proven when any test that names it failed", () => {
    expect(proven(passed("I", "[CARD-02] a"), failed("U", "[CARD-02] b"))).toEqual([]);
  });

  it("is not proven by a skipped test, which does no harm next to a passing one", () => {
    expect(proven(skipped("I", "[CARD-02] a"))).toEqual([]);
    expect(proven(skipped("I", "[CARD-02] a"), passed("I", "[CARD-02] b"))).toEqual(["CARD-02"]);
  });

  it("is not proven while its line says what the tests do not cover yet", () => {
    const open = parseRequirements("- CARD-03 I tables a and b ◐ not yet: b\n").requirements;
    const { proven: counted, partly } = countRequirements(open, [passed("I", "[CARD-03] table a")]);
    expect([...counted]).toEqual([]);
    expect(partly).toEqual([{ id: "CARD-03", missing: [], hasFailed: false, notYet: "b" }]);
    expect(compareTicks(open, counted)).toEqual({ tickedWithoutProof: [], provenWithoutTick: [] });
  });

  it("is not proven by an id without brackets", () => {
    expect(proven(passed("I", "CARD-02 a"))).toEqual([]);
  });
});

describe("the count", () => {
  it("lists partly proven requirements and unknown ids", () => {
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

  it("reports where ticks and proofs differ", () => {
    expect(compareTicks(requirements, new Set(["CARD-01"]))).toEqual({
      tickedWithoutProof: ["CARD-02"],
      provenWithoutTick: ["CARD-01"],
    });
  });
});

describe("test runner reports", () => {
  it("Vitest: lists each test with its outcome", () => {
    expect(readVitest(vitestReport({ a: "passed", b: "failed", c: "skipped" }), "U")).toEqual([
      passed("U", "a"),
      failed("U", "b"),
      skipped("U", "c"),
    ]);
  });

  it("Vitest: counts a file that could not be loaded as failed", () => {
    const report = { testResults: [{ name: "broken.test.ts", status: "failed", assertionResults: [] }] };
    expect(readVitest(JSON.stringify(report), "I")).toEqual([failed("I", "broken.test.ts")]);
  });

  it("Playwright: lists tests with full titles", () => {
    expect(readPlaywright(playwrightReport({ a: "passed", b: "failed", c: "skipped" }), "E")).toEqual([
      passed("E", "some.spec.ts a page a"),
      failed("E", "some.spec.ts a page b"),
      skipped("E", "some.spec.ts a page c"),
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
