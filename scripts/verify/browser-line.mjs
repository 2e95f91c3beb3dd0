import { existsSync, readFileSync } from "node:fs";
import { inRepository } from "../launch/repository.mjs";
import { REPORTS } from "./reports.mjs";

/**
 * The browser that the tests ran in: which one is found depends on the machine.
 * @param {string} reports folder
 */
export function browserLine(reports) {
  const path = inRepository(`${reports}/${REPORTS.endToEnd.file}`);
  const browser = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).config?.metadata?.browser : undefined;
  return `Browser: ${browser ?? "none"}`;
}
