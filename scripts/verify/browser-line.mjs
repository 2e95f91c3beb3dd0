import { existsSync, readFileSync } from "node:fs";
import { inRepository } from "../launch/repository.mjs";
import { REPORTS } from "./reports.mjs";

/**
 * Names the browser the tests ran in, which depends on the machine.
 * @param {string} reports folder
 */
export function browserLine(reports) {
  const path = inRepository(`${reports}/${REPORTS.endToEnd.file}`);
  const browser = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).config?.metadata?.browser : undefined;
  return `Browser: ${browser ?? "none"}`;
}
