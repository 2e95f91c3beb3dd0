import { spawnSync } from "node:child_process";

/** Debian's, for Linux where the one inside npm does not run; as root only, as in a container. */
export function installChromium(): boolean {
  if (process.getuid?.() !== 0) return false;
  process.stdout.write("Installing Chromium for the browser tests\n");
  return apt("update") && apt("install", "--yes", "--no-install-recommends", "chromium", "fonts-liberation");
}

function apt(...args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const { status, stderr } = spawnSync("apt-get", args, { env, stdio: ["ignore", "ignore", "pipe"], encoding: "utf8" });
  if (status !== 0) process.stderr.write(stderr ?? "");
  return status === 0;
}
