import { createHash, randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { identifyProcess, isRunning, UNKNOWN_IDENTITY } from "./process-identity.mjs";

export { isRunning };

/** @typedef {{ pid: number, purpose: string, since: string }} LockHolder */
/** @typedef {{ ok: true, release: () => void }} HeldLock */
/** @typedef {{ ok: false, holder: LockHolder }} UnavailableLock */
/** @typedef {LockHolder & { identity: string, token: string }} LockRecord */

const POLL_MS = 100;

/**
 * Acquires the lock file at `path` for this process. A lock whose owner is no longer running is taken over. Writes
 * nothing while another process holds the lock.
 * @param {string} path
 * @param {string} purpose what the holder is doing, shown to processes that cannot get the lock
 * @returns {HeldLock | UnavailableLock}
 */
export function acquireLock(path, purpose) {
  for (;;) {
    const found = readLock(path);
    if (found === null) {
      const held = createLock(path, purpose);
      if (held) return held;
      continue;
    }
    if (found.record && isHeld(found.record)) return unavailable(found.record);

    // Removing a stale lock and creating ours would be two steps: a slower process that also judged the file stale
    // could remove our new lock. Replacing it therefore requires a lock named after this exact content, which is unique
    // to its dead owner and never reappears.
    const takeoverLock = acquireLock(`${path}.takeover-${found.fingerprint}`, purpose);
    if (!takeoverLock.ok) return takeoverLock;
    try {
      if (readLock(path)?.fingerprint === found.fingerprint) return replaceLock(path, purpose);
    } finally {
      takeoverLock.release();
    }
  }
}

/**
 * Returns the running process that holds the lock, without trying to acquire it.
 * @param {string} path
 * @returns {LockHolder | null}
 */
export function findLockHolder(path) {
  const record = readLock(path)?.record;
  return record && isHeld(record) ? unavailable(record).holder : null;
}

/**
 * Polls until the lock is acquired.
 * @param {string} path
 * @param {string} purpose
 * @param {{ onWait?: (holder: LockHolder) => void }} [options] `onWait` is called once, with the first holder
 * @returns {Promise<HeldLock>}
 */
export async function waitForLock(path, purpose, { onWait } = {}) {
  for (let waited = false; ; waited = true) {
    const lock = acquireLock(path, purpose);
    if (lock.ok) return lock;
    if (!waited) onWait?.(lock.holder);
    await sleep(POLL_MS);
  }
}

/**
 * @param {string} path
 * @param {string} purpose
 * @returns {HeldLock | null} null when another process was faster
 */
function createLock(path, purpose) {
  const draft = writeDraft(path, purpose);
  try {
    linkSync(draft.path, path);
    return heldLock(path, draft.token);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "EEXIST") return null;
    throw error;
  } finally {
    rmSync(draft.path, { force: true });
  }
}

/**
 * @param {string} path
 * @param {string} purpose
 * @returns {HeldLock}
 */
function replaceLock(path, purpose) {
  const draft = writeDraft(path, purpose);
  renameSync(draft.path, path);
  removeLeftovers(path);
  return heldLock(path, draft.token);
}

/**
 * @param {string} path
 * @param {string} purpose
 */
function writeDraft(path, purpose) {
  const token = randomBytes(12).toString("hex");
  /** @type {LockRecord} */
  const record = {
    pid: process.pid,
    purpose,
    since: new Date().toISOString(),
    identity: identifyProcess(process.pid) ?? UNKNOWN_IDENTITY,
    token,
  };
  const draft = `${path}.draft-${process.pid}-${token}`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(draft, `${JSON.stringify(record)}\n`, { flag: "wx", mode: 0o644 });
  return { path: draft, token };
}

/**
 * @param {string} path
 * @param {string} token
 * @returns {HeldLock}
 */
function heldLock(path, token) {
  return {
    ok: true,
    release: () => {
      if (readLock(path)?.record?.token === token) rmSync(path, { force: true });
    },
  };
}

/**
 * @param {LockRecord} record
 * @returns {UnavailableLock}
 */
function unavailable({ pid, purpose, since }) {
  return { ok: false, holder: { pid, purpose, since } };
}

/** @param {LockRecord} record */
function isHeld(record) {
  const identity = identifyProcess(record.pid);
  if (identity === null) return false;
  // When in doubt, treat it as held: a lock held too long only costs a message, a lock taken wrongly loses data.
  return identity === record.identity || identity === UNKNOWN_IDENTITY || record.identity === UNKNOWN_IDENTITY;
}

/**
 * Removes files left by processes that were killed during a takeover. Takeover locks are safe to remove while we hold
 * the lock itself: they are named after contents that no longer exist.
 * @param {string} path
 */
function removeLeftovers(path) {
  const folder = dirname(path);
  const prefix = `${basename(path)}.`;
  for (const name of readdirSync(folder).filter((entry) => entry.startsWith(prefix))) {
    const rest = name.slice(prefix.length);
    const draftPid = /\bdraft-(\d+)-[0-9a-f]+$/.exec(rest)?.[1];
    if (draftPid ? !isRunning(Number(draftPid)) : rest.startsWith("takeover-"))
      rmSync(join(folder, name), { force: true });
  }
}

/**
 * @param {string} path
 * @returns {{ record: LockRecord | null, fingerprint: string } | null} null when there is no lock file
 */
function readLock(path) {
  let text;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT") return null;
    throw error;
  }
  return { record: parseRecord(text), fingerprint: createHash("sha256").update(text).digest("hex").slice(0, 16) };
}

/**
 * @param {string} text
 * @returns {LockRecord | null}
 */
function parseRecord(text) {
  try {
    const record = JSON.parse(text);
    const isComplete =
      Number.isInteger(record.pid) &&
      record.pid > 0 &&
      [record.purpose, record.since, record.identity, record.token].every((part) => typeof part === "string");
    return isComplete ? record : null;
  } catch {
    return null;
  }
}
