import { closeSync, copyFileSync, fstatSync, openSync, readSync, statSync, truncateSync } from "node:fs";

const LARGE = 8 * 1024 * 1024;
const TAIL = 64 * 1024;
const CHECK_EVERY_MS = 30_000;

export const sizeOfLog = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** What was written after the given size, or the end of it. */
export function readLogSince(path: string, size: number): string {
  const file = openSync(path, "r");
  try {
    const end = fstatSync(file).size;
    const begin = Math.max(size > end ? 0 : size, end - TAIL);
    const buffer = Buffer.alloc(end - begin);
    return buffer.toString("utf8", 0, readSync(file, buffer, 0, buffer.length, begin));
  } finally {
    closeSync(file);
  }
}

export const lastLines = (log: string, count = 12): string => log.trim().split("\n").slice(-count).join("\n");

/** At most this file and one older one of the same size. PostgreSQL appends, so it goes on at the new end. */
export function shrinkLargeLog(path: string): void {
  if (sizeOfLog(path) <= LARGE) return;
  copyFileSync(path, `${path}.1`);
  truncateSync(path);
}

export function keepLogSmall(path: string, log: (message: string) => void): () => void {
  const timer = setInterval(() => {
    try {
      shrinkLargeLog(path);
    } catch (error) {
      log(`PostgreSQL's log ${path} could not be shortened: ${error}`);
    }
  }, CHECK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
