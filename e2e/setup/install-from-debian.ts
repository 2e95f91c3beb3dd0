import { spawnSync } from "node:child_process";

/** Only as root, such as in a container. Includes fonts, because a bare machine has none. */
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
