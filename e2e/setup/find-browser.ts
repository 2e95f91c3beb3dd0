import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { arch, platform } from "node:os";
import { delimiter, join } from "node:path";
import { installChromium } from "./install-chromium.ts";
import { unpackChromium } from "./unpack-chromium.ts";

export type BrowserChoice = { executablePath: string; libraries?: string };

const USUAL_NAMES = ["google-chrome", "google-chrome-stable", "chromium", "chromium-browser"];
const USUAL_PATHS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

const NO_BROWSER =
  "No browser for the tests: set CHROMIUM_PATH to a Chrome or Chromium, or install one (Debian: apt install chromium).";

/** CHROMIUM_PATH, an installed Chrome or Chromium, the one inside npm, the one of Debian's packages, in this order. */
export async function findBrowser(workspace: string): Promise<BrowserChoice> {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) {
    if (starts(CHROMIUM_PATH)) return { executablePath: CHROMIUM_PATH };
    throw new Error(`CHROMIUM_PATH is set to ${CHROMIUM_PATH}, which does not start`);
  }
  const choice = installed() ?? (await insideNpm(workspace)) ?? (installChromium() ? installed() : undefined);
  if (!choice) throw new Error(NO_BROWSER);
  return choice;
}

function installed(): BrowserChoice | undefined {
  const executablePath = installedBrowsers().find((path) => starts(path));
  return executablePath ? { executablePath } : undefined;
}

/** It is made for Linux on x64 alone. */
async function insideNpm(workspace: string): Promise<BrowserChoice | undefined> {
  if (platform() !== "linux" || arch() !== "x64") return;
  const { executablePath, libraries } = await unpackChromium(workspace);
  if (starts(executablePath)) return { executablePath };
  return starts(executablePath, libraries) ? { executablePath, libraries } : undefined;
}

function installedBrowsers(): string[] {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const onPath = USUAL_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...USUAL_PATHS].filter((path) => existsSync(path));
}

/** Only a start tells whether the system has the libraries it wants. */
function starts(path: string, libraries?: string): boolean {
  const env = libraries ? { ...process.env, LD_LIBRARY_PATH: libraries } : process.env;
  return spawnSync(path, ["--version"], { env, stdio: "ignore", timeout: 20_000 }).status === 0;
}
