import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BREAKPOINTS, deviceOf, followResize } from "./viewport.ts";

describe("[CONST-01] window size", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("has five breakpoints", () => expect(BREAKPOINTS).toEqual({ sm: 640, md: 768, lg: 1024, xl: 1280, "2xl": 1536 }));

  it.each([
    [320, true, "mobile"],
    [767, false, "mobile"],
    [768, true, "tablet"],
    [1023, true, "tablet"],
    [768, false, "desktop"],
    [1024, true, "desktop"],
    [1440, false, "desktop"],
  ])("%i px with touch %s is a %s", (width, isTouch, device) => expect(deviceOf({ width, isTouch })).toBe(device));

  it("is reported after 100 ms without a change", () => {
    const target = new EventTarget();
    const onRest = vi.fn();
    const stop = followResize(target, onRest);
    const resize = () => target.dispatchEvent(new Event("resize"));
    resize();
    vi.advanceTimersByTime(99);
    resize();
    vi.advanceTimersByTime(99);
    expect(onRest).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onRest).toHaveBeenCalledOnce();
    resize();
    stop();
    resize();
    vi.advanceTimersByTime(1_000);
    expect(onRest).toHaveBeenCalledOnce();
  });
});
