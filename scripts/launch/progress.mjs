const FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
const FRAME_MS = 100;
const HEARTBEAT_MS = 10_000;
const CLEAR_LINE = "\r\x1b[K";

/** @type {Map<string, number>} label → start time */
const active = new Map();
/** @type {NodeJS.Timeout | undefined} */
let ticker;
let frame = 0;

/**
 * Shows progress of a long step: a spinner with elapsed seconds on a terminal, otherwise a line every ten seconds.
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} work
 * @param {(result: T) => boolean} succeeded
 */
export async function withProgress(label, work, succeeded) {
  const startedAt = Date.now();
  active.set(label, startedAt);
  if (process.stdout.isTTY) paint();
  else console.log(`… ${label}`);
  ticker ??= setInterval(process.stdout.isTTY ? paint : printHeartbeat, process.stdout.isTTY ? FRAME_MS : HEARTBEAT_MS);

  let mark = "✗";
  try {
    const result = await work();
    if (succeeded(result)) mark = "✓";
    return result;
  } finally {
    active.delete(label);
    clearProgress();
    console.log(`${mark} ${label}  ${seconds(startedAt, 1)} s`);
  }
}

/** Stops the spinner and the heartbeat without waiting for the running steps. */
export function stopProgress() {
  active.clear();
  clearProgress();
}

function clearProgress() {
  if (process.stdout.isTTY) process.stdout.write(CLEAR_LINE);
  if (active.size > 0) return;
  clearInterval(ticker);
  ticker = undefined;
}

function paint() {
  frame = (frame + 1) % FRAMES.length;
  const text = [...active].map(([label, startedAt]) => `${label}  ${seconds(startedAt, 0)} s`).join("   ");
  process.stdout.write(
    `${CLEAR_LINE}${FRAMES[frame]} ${text}`.slice(0, CLEAR_LINE.length + (process.stdout.columns || 80) - 1),
  );
}

function printHeartbeat() {
  const late = [...active].filter(([, startedAt]) => Date.now() - startedAt > HEARTBEAT_MS / 2);
  for (const [label, startedAt] of late) console.log(`  ${label}, ${seconds(startedAt, 0)} s so far`);
}

/**
 * @param {number} since
 * @param {number} digits
 */
const seconds = (since, digits) => ((Date.now() - since) / 1000).toFixed(digits);
