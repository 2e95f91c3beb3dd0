import { focusManager } from "@tanstack/react-query";

/** Somebody has come back: from another tab, or from another window, after which the page was visible all the time. */
export function followWindowFocus(): void {
  focusManager.setEventListener((onFocus) => {
    const look = () => onFocus();
    addEventListener("visibilitychange", look);
    addEventListener("focus", look);
    return () => {
      removeEventListener("visibilitychange", look);
      removeEventListener("focus", look);
    };
  });
}
