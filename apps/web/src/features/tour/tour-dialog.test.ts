import { describe, expect, it } from "vitest";
import { cardPlace } from "./tour-dialog.tsx";

const SCREEN = { width: 1000, height: 800 };
const CARD = { width: 360, height: 240 };
const target = (top: number, left: number) => ({ top, left, width: 100, height: 40 });

describe("tour card", () => {
  it("is centered without a target", () => expect(cardPlace(null, CARD, SCREEN)).toEqual({ top: 280, left: 320 }));

  it("is placed below its target, centered", () =>
    expect(cardPlace(target(100, 450), CARD, SCREEN)).toEqual({ top: 158, left: 320 }));

  it("is placed above its target when there is no room below", () =>
    expect(cardPlace(target(700, 450), CARD, SCREEN)).toEqual({ top: 442, left: 320 }));

  it("stays on the screen near the edges", () => {
    expect(cardPlace(target(100, 5), CARD, SCREEN).left).toBe(12);
    expect(cardPlace(target(100, 980), CARD, SCREEN).left).toBe(628);
    expect(cardPlace(null, { width: 400, height: 900 }, SCREEN).top).toBe(12);
  });
});
