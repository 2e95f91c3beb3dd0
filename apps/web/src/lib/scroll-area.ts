/** Scrollbars show while something scrolls, and for a moment after it. */
export const SCROLL_AREA = { type: "scroll", scrollHideDelay: 600 } as const;
