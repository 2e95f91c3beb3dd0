import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { lastLines, readLogSince, shrinkLargeLog, sizeOfLog } from "./server-processes.ts";

let folder: string;
let log: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "nexby-log-"));
  log = join(folder, "postgres.log");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("the server log reader reads only what a launch has appended, unless the log was truncated", () => {
  writeFileSync(log, "earlier\n");
  const before = sizeOfLog(log);
  appendFileSync(log, "later\n");
  expect(readLogSince(log, before)).toBe("later\n");
  writeFileSync(log, "new\n");
  expect(readLogSince(log, before)).toBe("new\n");
  expect(lastLines("1\n2\n3\n", 2)).toBe("2\n3");
});

it("the server log keeps a small log and rotates a large one", () => {
  shrinkLargeLog(log);
  writeFileSync(log, "small");
  shrinkLargeLog(log);
  expect(readFileSync(log, "utf8")).toBe("small");
  const large = Buffer.alloc(8 * 1024 * 1024 + 1, "x");
  writeFileSync(log, large);
  shrinkLargeLog(log);
  expect(sizeOfLog(log)).toBe(0);
  expect(sizeOfLog(`${log}.1`)).toBe(large.length);
});
