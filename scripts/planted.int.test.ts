import { createRequire } from "node:module";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inRepository } from "./launch/repository.mjs";
import { copyCheckout } from "./planted/checkout-copy.ts";
import { craftReports } from "./planted/crafted-reports.ts";
import { CIRCLES, PLANTS, TARGETS } from "./planted/import-rule-plants.ts";

const CHECK_TIME_MS = 240_000;

/** `npm run prove -- checks` runs every check. `npm test` runs those whose rules name folders, which may be renamed. */
const IS_FULL = process.env.PROVE === "checks";

let copy: ReturnType<typeof copyCheckout>;

beforeAll(() => {
  copy = copyCheckout();
});
afterAll(() => copy.remove());

describe("npm run check, on planted violations", () => {
  const STEPS = ["import rules", "code size", ...(IS_FULL ? ["format and lint", "dead code"] : [])];
  /** Checking all types takes a minute; the smallest package is enough to prove that a wrong type is found. */
  const LARGE = ["apps/web", "e2e", "bench", "scripts"];
  const MIN_PACKAGE = '{ "files": [], "references": [{ "path": "packages/domain" }] }';
  let run: ReturnType<typeof copy.run>;
  let output: string;

  beforeAll(() => {
    copy.write(TARGETS);
    for (const { files } of CIRCLES) copy.write(files);
    copy.write(Object.fromEntries(PLANTS.map(({ file, source }) => [file, source])));
    copy.write({
      "packages/domain/src/planted/wrong-type.ts": 'export const count: number = "one";\n',
      "packages/domain/src/planted/focused.test.ts":
        'import { expect, it } from "vitest";\n\nit.only("is alone", () => expect(1).toBe(1));\n',
      "packages/domain/src/planted/dead-export.ts": "export const deadInDomain = 1;\n",
      "apps/server/src/platform/planted-dead-file.ts": "export const deadFile = 1;\n",
      "apps/server/src/platform/planted-export.ts": "export const alive = 1;\nexport const deadInServer = 2;\n",
      "apps/server/src/platform/planted-importer.test.ts":
        'import { expect, it } from "vitest";\nimport { alive } from "./planted-export.ts";\n\nit("is", () => expect(alive).toBe(1));\n',
      "packages/domain/src/planted/long.ts": `${"// A line.\n".repeat(400)}export const long = 1;\n`,
    });
    run = copy.run("scripts/check.mjs", ...STEPS);
    output = run.output;
  }, CHECK_TIME_MS);

  it("npm run check, on planted violations, fails and names the failing steps", () => {
    expect(run.code).toBe(1);
    const failed = /^Failed: (.*)$/m.exec(output)?.[1]?.split(", ");
    expect(failed?.toSorted()).toEqual(STEPS.toSorted());
  });

  it("npm run check, on planted violations, has a planted violation for every import rule", () => {
    const config: { forbidden: { name: string }[] } = createRequire(import.meta.url)(
      inRepository(".dependency-cruiser.cjs"),
    );
    const rules = config.forbidden.map(({ name }) => name);
    expect(PLANTS.map(({ rule }) => rule).toSorted()).toEqual(rules.toSorted());
  });

  it.each(PLANTS)(
    "npm run check, on planted violations, import rules: reports a violation of $rule",
    ({ rule, file }) => {
      // Without the extension, because a cycle may be reported for either of its two files.
      expect(output).toContain(`error ${rule}: ${file.replace(/\.ts$/, "")}`);
    },
  );

  it.each(CIRCLES)("import rules: reports the circle $features", ({ features, files }) => {
    const circle = output.split("\n").find((line) => line.includes(`✗ Features import each other: ${features}:`));
    for (const [file, source] of Object.entries(files)) {
      if (source.startsWith("import")) expect(circle).toContain(file);
    }
  });

  it("code size: reports a file that is too long", () => {
    expect(output).toContain("packages/domain/src/planted/long.ts has 401 lines (at most 400)");
  });

  if (IS_FULL) {
    it(
      "types: reports a wrong type",
      () => {
        for (const folder of LARGE) copy.delete(`${folder}/tsconfig.json`);
        copy.write({ "tsconfig.json": MIN_PACKAGE });
        const types = copy.run("scripts/check.mjs", "types");
        expect(types.code).toBe(1);
        expect(types.output).toMatch(/packages\/domain\/src\/planted\/wrong-type\.ts\(1,14\): error TS2322/);
      },
      CHECK_TIME_MS,
    );

    it("lint: reports a focused test", () => {
      expect(output).toMatch(/packages\/domain\/src\/planted\/focused\.test\.ts\S* lint\/suspicious\/noFocusedTests/);
    });

    it.each([
      ["an unused file", "apps/server/src/platform/planted-dead-file.ts"],
      ["an unused export of the server", "deadInServer"],
      ["an unused export of a package", "deadInDomain"],
      ["an export that only a test uses", "apps/server/src/platform/planted-export.ts: only tests use it"],
    ])("dead code: reports %s", (_title, name) => {
      expect(output).toContain(name);
    });
  }
});

describe("npm run requirements, on crafted reports", () => {
  const LIST = "# List\n\n- CARD-01 U/E one ✓\n- CARD-02 I two ✓\n- CARD-03 E three\n";
  const PROOF = {
    unit: { "[CARD-01] is so": "passed" },
    integration: { "[CARD-02] is so": "passed" },
    endToEnd: { "[CARD-01] is seen": "passed" },
  } as const;

  function count(runs: Parameters<typeof craftReports>[0], list = LIST, ...args: string[]) {
    copy.delete("reports");
    copy.write({ "docs/requirements.md": list, ...craftReports(runs) });
    return copy.run("scripts/requirements.mjs", ...args);
  }

  it("npm run requirements, on crafted reports, accepts ticks that are proven", () => {
    expect(count(PROOF)).toEqual({ code: 0, output: "Requirements proven: 2 of 3\n" });
  });

  it("npm run requirements, on crafted reports, rejects a tick whose only test failed", () => {
    const { code, output } = count({ ...PROOF, integration: { "[CARD-02] is so": "failed" } });
    expect(code).toBe(1);
    expect(output).toContain("Ticked in docs/requirements.md, but not proven by this run:\n  CARD-02\n");
    expect(output).toContain("CARD-02 (no I; a test failed)");
  });

  it("npm run requirements, on crafted reports, rejects a tick whose test was skipped", () => {
    const { code, output } = count({ ...PROOF, integration: { "[CARD-02] is so": "skipped" } });
    expect(code).toBe(1);
    expect(output).toContain("not proven by this run:\n  CARD-02\n");
  });

  it("npm run requirements, on crafted reports, rejects a tick when one of two kinds is missing", () => {
    const { code, output } = count({ ...PROOF, endToEnd: {} });
    expect(code).toBe(1);
    expect(output).toContain("not proven by this run:\n  CARD-01\n");
    expect(output).toContain("only partly: CARD-01 (no E)");
  });

  it("npm run requirements, on crafted reports, rejects an id that is not in the list", () => {
    const { code, output } = count({ ...PROOF, endToEnd: { ...PROOF.endToEnd, "[CARD-99] is seen": "passed" } });
    expect(code).toBe(1);
    expect(output).toContain("Named by a test, but not in docs/requirements.md:\n  CARD-99\n");
  });

  it("npm run requirements, on crafted reports, rejects a proven requirement without a tick, and --tick adds the tick", () => {
    const runs = { ...PROOF, endToEnd: { ...PROOF.endToEnd, "[CARD-03] is seen": "passed" } } as const;
    const { code, output } = count(runs);
    expect(code).toBe(1);
    expect(output).toContain("npm run requirements -- --tick):\n  CARD-03\n");
    expect(count(runs, LIST, "--tick").code).toBe(0);
    expect(copy.run("scripts/requirements.mjs")).toEqual({ code: 0, output: "Requirements proven: 3 of 3\n" });
  });

  it("npm run requirements, on crafted reports, fails when a report is missing", () => {
    count(PROOF);
    copy.delete("reports/end-to-end.json");
    const { code, output } = copy.run("scripts/requirements.mjs", "--tick");
    expect(code).toBe(1);
    expect(output).toContain("end-to-end.json");
    expect(output).toContain("not proven by this run:\n  CARD-01\n");
  });
});
