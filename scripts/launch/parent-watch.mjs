const CHECK_EVERY_MS = 500;

/**
 * kill -9 of npm reaches npm only. Its child notices by being handed to another parent.
 * @param {() => void} react
 */
export function onParentGone(react) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    react();
  }, CHECK_EVERY_MS);
  timer.unref();
}
