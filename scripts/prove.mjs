import "./launch/require-node.mjs";
import { spawnSync } from "node:child_process";

const { commandLine } = await import("./launch/command-line.mjs");
const { inRepository } = await import("./launch/repository.mjs");

const HERE = "apps/server/src/features/bookings";

/**
 * Tests whose long form takes too long for every day.
 * @type {Record<string, { file: string, variable: string, usual: string }>}
 */
const PROOFS = {
  bookings: { file: `${HERE}/booking-courses.int.test.ts`, variable: "COURSES", usual: "2000" },
  kills: { file: `${HERE}/killed-servers.int.test.ts`, variable: "LIVES", usual: "500" },
};

await commandLine(async () => {
  const [name = "", amount] = process.argv.slice(2);
  const proof = PROOFS[name];
  if (!proof) throw new Error(`There is no proof ${name}. There are: ${Object.keys(PROOFS).join(", ")}`);
  const { status } = spawnSync("npx", ["vitest", "run", "--project", "integration", proof.file], {
    cwd: inRepository("."),
    env: { ...process.env, [proof.variable]: amount ?? proof.usual },
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
});
