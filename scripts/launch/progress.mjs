const FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
const FRAME_MS = 100;
const HEARTBEAT_MS = 10_000;
const CLEAR_LINE = "\r\x1b[K";

/** @type {Map<string, number>} label → when it began */
const active = new Map();
/** @type {NodeJS.Timeout | undefined} */
let ticker;
let frame = 0;

/**
 * Shows that a long step is alive: a spinner with the seconds on a terminal, a line every ten seconds elsewhere.
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} work
 * @param {(result: T) => boolean} succeeded
 */
export async function withProgress(label, work, succeeded) {
  const began = Date.now();
  active.set(label, began);
  if (process.stdout.isTTY) paint();
  else console.log(`… ${label}`);
  ticker ??= setInterval(process.stdout.isTTY ? paint : beat, process.stdout.isTTY ? FRAME_MS : HEARTBEAT_MS);

  let mark = "✗";
  try {
    const result = await work();
    if (succeeded(result)) mark = "✓";
    return result;
  } finally {
    active.delete(label);
    clearProgress();
    console.log(`${mark} ${label}  ${seconds(began, 1)} s`);
  }
}

/** The steps under way end; what they print from now on stands alone. */
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
  const text = [...active].map(([label, began]) => `${label}  ${seconds(began, 0)} s`).join("   ");
  process.stdout.write(
    `${CLEAR_LINE}${FRAMES[frame]} ${text}`.slice(0, CLEAR_LINE.length + (process.stdout.columns || 80) - 1),
  );
}

function beat() {
  const late = [...active].filter(([, began]) => Date.now() - began > HEARTBEAT_MS / 2);
  for (const [label, began] of late) console.log(`  ${label}, ${seconds(began, 0)} s so far`);
}

/**
 * @param {number} since
 * @param {number} digits
 */
const seconds = (since, digits) => ((Date.now() - since) / 1000).toFixed(digits);
