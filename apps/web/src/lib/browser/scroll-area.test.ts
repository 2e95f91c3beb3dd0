import { expect, it } from "vitest";
import { SCROLL_AREA } from "./device.ts";

it("[CONST-04] scrollbars hide 600 ms after scrolling", () =>
  expect(SCROLL_AREA).toEqual({ type: "scroll", scrollHideDelay: 600 }));
