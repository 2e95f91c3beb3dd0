import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Toasts } from "../toasts.ts";

let toasts: Toasts;

beforeEach(() => {
  vi.useFakeTimers();
  toasts = new Toasts();
});
afterEach(() => void vi.useRealTimers());

const isOpen = () => toasts.current()?.isOpen;

describe("toasts", () => {
  it("toasts show for 5 seconds", () => {
    toasts.show({ title: "Welcome back!", description: "You've successfully signed in." });
    expect(toasts.current()).toMatchObject({ title: "Welcome back!", isOpen: true });
    vi.advanceTimersByTime(4_999);
    expect(isOpen()).toBe(true);
    vi.advanceTimersByTime(1);
    expect(isOpen()).toBe(false);
  });

  it("toasts show one at a time: a new one replaces the old and gets its full time", () => {
    const first = toasts.show({ title: "First" });
    vi.advanceTimersByTime(4_000);
    toasts.show({ title: "Second" });
    vi.advanceTimersByTime(4_000);
    toasts.dismiss(first);
    expect(toasts.current()).toMatchObject({ title: "Second", isOpen: true });
  });

  it("toasts stay while the pointer is on them", () => {
    const id = toasts.show({ title: "First" });
    toasts.pause(id);
    vi.advanceTimersByTime(60_000);
    expect(isOpen()).toBe(true);
    toasts.resume(id);
    vi.advanceTimersByTime(5_000);
    expect(isOpen()).toBe(false);
  });

  it("[TOAST-02] toasts are removed 1,000,000 ms after they were dismissed", () => {
    toasts.dismiss(toasts.show({ title: "First" }));
    vi.advanceTimersByTime(999_999);
    expect(toasts.current()).toMatchObject({ title: "First", isOpen: false });
    vi.advanceTimersByTime(1);
    expect(toasts.current()).toBeNull();
  });

  it("[TOAST-02] toasts are not removed early for the previous one, nor late for a second dismissal or a late pointer", () => {
    toasts.dismiss(toasts.show({ title: "First" }));
    vi.advanceTimersByTime(999_000);
    const second = toasts.show({ title: "Second" });
    vi.advanceTimersByTime(2_000);
    expect(isOpen()).toBe(true);
    toasts.dismiss(second);
    vi.advanceTimersByTime(500_000);
    toasts.dismiss(second);
    toasts.pause(second);
    toasts.resume(second);
    vi.advanceTimersByTime(500_000);
    expect(toasts.current()).toBeNull();
  });

  it("toasts notify subscribers until they unsubscribe", () => {
    const listener = vi.fn();
    const stop = toasts.subscribe(listener);
    toasts.dismiss(toasts.show({ title: "First" }));
    expect(listener).toHaveBeenCalledTimes(2);
    stop();
    toasts.show({ title: "Second" });
    expect(listener).toHaveBeenCalledTimes(2);
  });
});
