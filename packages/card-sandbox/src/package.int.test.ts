import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { SandboxUnderTest } from "./testing/sandbox-under-test.ts";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const TSC = join(ROOT, "node_modules/typescript-native/bin/tsc");

/** Without the settings of this repository, which `npm test` passes to its children. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^npm_/i.test(name) && name !== "NODE_ENV" && name !== "NODE_OPTIONS",
  ),
);

let folder: string;
let project: string;
let bin: string;

/** Its dependencies are the installed ones, each linked by itself: what the package doesn't name is not found. */
async function install(archive: string): Promise<void> {
  const modules = join(project, "node_modules");
  const installed = join(modules, "@nexby/card-sandbox");
  for (const path of [installed, join(modules, "@electric-sql"), join(modules, ".bin")])
    await mkdir(path, { recursive: true });
  await run("tar", ["-xzf", archive, "-C", installed, "--strip-components=1"]);
  const { dependencies, bin: programs } = JSON.parse(await readFile(join(installed, "package.json"), "utf8"));
  for (const name of [...Object.keys(dependencies), "stripe"])
    await symlink(join(ROOT, "node_modules", name), join(modules, name));
  const program = join(installed, programs["card-sandbox"]);
  await chmod(program, 0o755);
  await symlink(program, bin);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "card-sandbox-package-"));
  const dist = join(folder, "dist");
  await run(process.execPath, [join(ROOT, "scripts/build-sandbox.mjs"), dist], { env });
  const packed = await run("npm", ["pack", dist, "--pack-destination", folder, "--json"], { env, cwd: folder });
  const [{ filename }] = JSON.parse(packed.stdout);
  project = join(folder, "shop");
  bin = join(project, "node_modules/.bin/card-sandbox");
  await mkdir(project);
  await writeFile(join(project, "package.json"), JSON.stringify({ name: "shop", private: true, type: "module" }));
  await install(join(folder, filename));
}, 300_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts the installed command and waits for the address it prints. */
async function start(...options: string[]): Promise<{ origin: string; process: ChildProcess }> {
  const child = spawn(bin, options, { cwd: project, env, stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  for await (const line of createInterface({ input: child.stdout })) {
    const [, origin] = /^Card sandbox: (\S+)$/.exec(line) ?? [];
    if (origin) return { origin, process: child };
  }
  throw new Error("The sandbox ended before it listened");
}

/** Ends with the exit code and what was printed, also when that is a failure. */
const outcome = (options: string[]) =>
  run(bin, options, { cwd: project, env }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: "" }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );

const SHOP = `
import Stripe from "stripe";
const origin = new URL(process.argv[2]);
const key = "sk_test_card_sandbox";
const stripe = new Stripe(key, { host: origin.hostname, port: origin.port, protocol: "http" });
const customer = await stripe.customers.create({ email: "ann@shop.example" });
const paid = await stripe.paymentIntents.create({
  amount: 5_000,
  currency: "usd",
  customer: customer.id,
  payment_method: "pm_card_createDispute",
  allowed_payment_method_types: ["card"],
  confirm: true,
});
await fetch(new URL("/sandbox-control/clock", origin), {
  method: "POST",
  headers: { authorization: "Bearer " + key },
  body: new URLSearchParams({ seconds: "172800" }),
});
const disputes = await stripe.disputes.list({ payment_intent: paid.id });
console.log(JSON.stringify([paid.status, disputes.data.map(({ status }) => status)]));
`;

test("a project that only installed the package runs the sandbox and drives it with Stripe's library", async () => {
  const { origin, process: sandbox } = await start("--port", "0");
  await writeFile(join(project, "shop.js"), SHOP);
  const { stdout } = await run(process.execPath, ["shop.js", origin], { cwd: project, env });
  expect(JSON.parse(stdout)).toEqual(["succeeded", ["needs_response"]]);
  expect(await (await fetch(origin)).text()).toContain("ann@shop.example");

  // With a database, because a start in memory takes longer.
  const stored = await SandboxUnderTest.create();
  onTestFinished(() => stored.remove());
  const busy = await outcome(["--port", new URL(origin).port, "--database-url", stored.databaseUrl]);
  expect(busy).toMatchObject({ code: 1, stderr: "The port is in use. Choose another one with --port.\n" });
  sandbox.kill("SIGTERM");
  expect(await once(sandbox, "exit")).toEqual([0, null]);
});

test("the package has types that check without those of its dependencies", async () => {
  await writeFile(
    join(project, "shop.ts"),
    `import { type CardSandbox, startCardSandbox, TEST_CARDS } from "@nexby/card-sandbox";
const sandbox: CardSandbox = await startCardSandbox({ webhookUrl: "http://127.0.0.1:1", port: 0 });
export const number: string = TEST_CARDS.pm_card_visa.number;
// @ts-expect-error A port is a number.
await startCardSandbox({ port: "1" });
await sandbox.close();
`,
  );
  const options = { strict: true, noEmit: true, module: "nodenext", target: "es2023", lib: ["ES2023"], types: [] };
  const config = { compilerOptions: options, files: ["shop.ts"] };
  await writeFile(join(project, "tsconfig.json"), JSON.stringify(config));
  const checked = await run(process.execPath, [TSC, "-p", project], { env }).catch(({ stdout }) => ({ stdout }));
  expect(checked.stdout).toBe("");
});

test("the command explains itself and its mistakes", async () => {
  const coverage = await readFile(new URL("../COVERAGE.md", import.meta.url), "utf8");
  expect(await outcome(["--coverage"])).toMatchObject({ code: 0, stdout: coverage });
  const misspelled = await outcome(["--prot", "1"]);
  expect(misspelled).toMatchObject({ code: 2, stderr: expect.stringContaining("Unknown option '--prot'") });
  expect(misspelled.stderr).toContain("--database-url <url>");
  const notAnAddress = await outcome(["--webhook-url", "shop"]);
  expect(notAnAddress).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--webhook-url must be a URL that starts with http:// or https://."),
  });
});
