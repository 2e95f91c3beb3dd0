const CHECK_EVERY_MS = 500;

/**
 * kill -9 of npm does not reach its child, which notices by getting another parent.
 * @param {() => void} callback
 */
export function onParentGone(callback) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, CHECK_EVERY_MS);
  timer.unref();
}
