import { mkdirSync } from "node:fs";
import { join } from "node:path";

type UnpackedChromium = { executablePath: string; libraries: string };

/**
 * The package unpacks into the system's temporary folder, and its libraries only where it detects a serverless
 * function.
 */
export async function unpackChromium(workspace: string): Promise<UnpackedChromium> {
  const folder = join(workspace, "chromium");
  mkdirSync(folder);
  const before = { ...process.env };
  Object.assign(process.env, { TMPDIR: folder, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs20.x" });
  try {
    const { default: chromium } = await import("@sparticuz/chromium");
    return { executablePath: await chromium.executablePath(), libraries: join(folder, "al2023", "lib") };
  } finally {
    process.env = before;
  }
}
