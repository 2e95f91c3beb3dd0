import "./launch/require-node.mjs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { relative } from "node:path";

const { buildIfNeeded } = await import("./launch/build.mjs");
const { commandLine } = await import("./launch/command-line.mjs");
const { installIfNeeded } = await import("./launch/install.mjs");
const { ROOT } = await import("./launch/repository.mjs");
const { oneTestCommand } = await import("./verify/one-test.mjs");

await commandLine(async () => {
  const { command, isInBrowser } = oneTestCommand(process.argv.slice(2));
  await installIfNeeded();
  if (isInBrowser) await buildIfNeeded();
  const [program = "", ...args] = command;
  console.log(`${relative(ROOT, program)} ${args.join(" ")}`);
  const child = spawn(program, args, {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, TZ: "UTC", NODE_ENV: "test" },
  });
  const [code] = await once(child, "exit");
  process.exitCode = code ?? 1;
});
