import { onTestFinished, vi } from "vitest";

/** Time runs as usual, and `pass` skips ahead: for rules that wait, such as the delay before a retry. */
export function useQuickTime(): { pass: (milliseconds: number) => Promise<unknown> } {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"],
    shouldAdvanceTime: true,
  });
  onTestFinished(() => void vi.useRealTimers());
  return { pass: (milliseconds) => vi.advanceTimersByTimeAsync(milliseconds) };
}
