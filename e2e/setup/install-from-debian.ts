import { spawnSync } from "node:child_process";

/** As root only, as in a container. With letters, which a bare machine has none of. */
export function installFromDebian(browser: string): boolean {
  if (process.getuid?.() !== 0) return false;
  process.stdout.write(`Installing ${browser} for the browser tests\n`);
  return apt("update") && apt("install", "--yes", "--no-install-recommends", browser, "fonts-liberation");
}

function apt(...args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const { status, stderr } = spawnSync("apt-get", args, { env, stdio: ["ignore", "ignore", "pipe"], encoding: "utf8" });
  if (status !== 0) process.stderr.write(stderr ?? "");
  return status === 0;
}
