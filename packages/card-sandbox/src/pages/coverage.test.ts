import { expect, test } from "vitest";
import { coverageTable } from "./coverage.ts";

// `npx vitest run packages/card-sandbox/src/pages --project unit --update` accepts a change that is meant.
test("COVERAGE.md lists what the code covers", async () => {
  await expect(coverageTable()).toMatchFileSnapshot("../../COVERAGE.md");
});
