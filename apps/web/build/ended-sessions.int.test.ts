import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ENDPOINTS } from "@nexby/contract/endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/**
 * Every form of the product while its session ends: component tests run again, and every request that writes first gets
 * a 401. The session ends, the dialog opens, the test's user signs in there, and the test must pass all the same, with
 * the same body sent again and nothing typed lost (src/testing/ended-sessions.ts).
 *
 * `npm run prove -- sessions` runs all component tests like this, `npm test` those of a few features.
 */
const IS_FULL = process.env.PROVE === "sessions";
const SHORT = ["features/support", "features/accounts/onboarding", "features/my-listings"];

/** Its tests end sessions themselves. */
const WITHOUT = "**/sign-in-again.test.tsx";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const WRITES = ENDPOINTS.filter(({ method }) => method !== "GET");

type Table = { tried: string[]; untried: Record<string, string> };
const table: Table = JSON.parse(readFileSync(new URL("./ended-sessions.json", import.meta.url), "utf8"));

/** Name of the endpoint that takes this request. */
function nameOf(request: string): string | undefined {
  const [method, path = ""] = request.split(" ");
  return WRITES.find(
    (endpoint) => endpoint.method === method && new RegExp(`^${endpoint.path.replace(/:\w+/g, "[^/]+")}$`).test(path),
  )?.id;
}

describe("forms whose session ends", () => {
  const folder = mkdtempSync(join(tmpdir(), "nexby-ended-sessions-"));
  const list = join(folder, "sent-again.txt");
  let run: { code: number | null; output: string };

  beforeAll(async () => {
    const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
    const files = IS_FULL ? [] : SHORT.map((file) => join("apps/web/src", file));
    const options = ["run", "--project", "component", "--exclude", WITHOUT, ...files];
    const child = spawn(process.execPath, [vitest, ...options], {
      cwd: ROOT,
      env: { ...process.env, ENDED_SESSIONS: list, NO_COLOR: "1" },
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += data));
    run = await new Promise((resolve) => child.on("close", (code) => resolve({ code, output })));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("forms whose session ends are all in the table: each endpoint that writes is tried, or the table says why not", () => {
    const names = WRITES.map(({ id }) => id);
    expect([...table.tried, ...Object.keys(table.untried)].sort()).toEqual(names.sort());
  });

  it("[CLIENT-08] forms whose session ends send the same request again after signing in over the page, and lose nothing", () => {
    expect(run.code, run.output).toBe(0);
    const sent = new Set(readFileSync(list, "utf8").trim().split("\n").map(nameOf));
    if (IS_FULL) expect(table.tried.filter((name) => !sent.has(name))).toEqual([]);
    else expect(sent.size).toBeGreaterThan(5);
  });
});
