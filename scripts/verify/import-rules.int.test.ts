import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { inRepository, toolPath } from "../launch/repository.mjs";

type Violation = { from: string; to: string; rule: { name: string } };

/** One violation per rule: the importing file, and what it imports. */
const PLANTED: Record<string, [file: string, imports: string]> = {
  "no-cycles": ["apps/server/src/platform/cycle.ts", "./cycle-back.ts"],
  "no-unresolvable": ["apps/server/src/platform/unresolvable.ts", "./missing.ts"],
  "no-orphans": ["apps/server/src/platform/orphan.ts", ""],
  "domain-is-pure": ["packages/domain/src/impure.ts", "node:fs"],
  "contract-knows-domain-only": ["packages/contract/src/impure.ts", "node:fs"],
  "card-sandbox-stands-alone": ["packages/card-sandbox/src/impure.ts", "../../domain/src/target.ts"],
  "embedded-postgres-stands-alone": ["packages/embedded-postgres/src/impure.ts", "../../domain/src/target.ts"],
  "web-not-server": ["apps/web/src/app/server.ts", "../../../server/src/platform/target.ts"],
  "server-not-web": ["apps/server/src/platform/web.ts", "../../../web/src/lib/target.ts"],
  "nothing-imports-scripts": ["apps/server/src/platform/scripts.ts", "../../../../scripts/target.ts"],
  "web-shared-below-features": ["apps/web/src/lib/feature.ts", "../features/browse/target.ts"],
  "web-features-below-app": ["apps/web/src/features/browse/app.ts", "../../app/target.ts"],
  "web-features-apart": ["apps/web/src/features/saved/other.ts", "../browse/target.ts"],
  "server-features-through-public": ["apps/server/src/features/fraud/private.ts", "../bookings/target.ts"],
  "public-offers-no-tables": ["apps/server/src/features/fraud/public.ts", "../../schema/target.ts"],
  "schema-stands-alone": ["apps/server/src/schema/platform.ts", "../platform/target.ts"],
  "platform-below-features": ["apps/server/src/platform/feature.ts", "../features/bookings/public.ts"],
  "features-see-ports": ["apps/server/src/features/fraud/vendor.ts", "../../adapters/mail/smtp-mail.ts"],
  "features-without-demo": ["apps/server/src/features/fraud/demo.ts", "../../demo/target.ts"],
  "routes-stay-thin": ["apps/server/src/features/fraud/fraud.routes.ts", "drizzle-orm"],
  "only-routes-know-http": ["apps/server/src/features/fraud/review.ts", "../../platform/http/mount.ts"],
  "commands-present-nothing": ["apps/server/src/features/fraud/commands/review.ts", "../fraud.presenter.ts"],
  "presenters-do-no-io": ["apps/server/src/features/fraud/fraud.presenter.ts", "./fraud.queries.ts"],
  "pg-in-the-db-layer": ["apps/server/src/features/fraud/driver.ts", "pg"],
};

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "nexby-import-rules-"));
  const write = async (file: string, text: string) => {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  };
  await write(
    "tsconfig.json",
    JSON.stringify({ compilerOptions: { module: "nodenext", allowImportingTsExtensions: true } }),
  );
  await symlink(inRepository("node_modules"), join(root, "node_modules"));
  await write("apps/server/src/platform/cycle-back.ts", `import "./cycle.ts";`);
  for (const [file, imported] of Object.values(PLANTED)) await write(file, imported && `import "${imported}";`);
  for (const [file, imported] of Object.values(PLANTED)) {
    const target = join(dirname(file), imported);
    const isPlanted = Object.values(PLANTED).some(([other]) => other === target);
    if (/\/[^/]+\.ts$/.test(imported) && !imported.includes("missing") && !imported.includes("cycle") && !isPlanted)
      await write(target, "");
  }
});

afterAll(() => rm(root, { recursive: true, force: true }));

it("every import rule reports its planted violation", async () => {
  const arguments_ = ["--config", inRepository(".dependency-cruiser.cjs"), "-T", "json", "packages", "apps"];
  const { stdout } = await promisify(execFile)(toolPath("depcruise"), arguments_, { cwd: root, maxBuffer: 1e8 }).catch(
    (error: { stdout: string }) => error,
  );
  const { violations } = (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary;
  const missed = Object.entries(PLANTED).filter(
    // A cycle is reported once, from either end.
    ([rule, [file]]) => !violations.some(({ from, to, rule: { name } }) => name === rule && [from, to].includes(file)),
  );
  expect(missed).toEqual([]);
});

it("every import rule has a planted violation", () => {
  const { forbidden } = createRequire(import.meta.url)(inRepository(".dependency-cruiser.cjs")) as {
    forbidden: { name: string }[];
  };
  expect(forbidden.map(({ name }) => name).sort()).toEqual(Object.keys(PLANTED).sort());
});
