import { describe, expect, test } from "vitest";
import { codeStepAt, MAX_CODE_TRIES } from "../handoffs/handoff-code.ts";
import { DAY, HOUR, MINUTE, SECOND } from "../kernel/duration.ts";
import { canCarryCode, tryPhotoCode } from "./photo-code.ts";

const NOW = new Date("2026-06-20T12:00:30Z");
const after = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);
const minuteOf = (instant: Date) => new Date(Math.floor(instant.getTime() / MINUTE) * MINUTE);

type Entry = { notBefore?: Date; shown?: Date | null; enteredAt?: Date; isUsed?: boolean; wrongTries?: number };

/** Enters the digits that the other phone shows at an instant, or digits that it never shows. */
const enter = ({ notBefore = after(-DAY), shown = NOW, enteredAt = NOW, isUsed = false, wrongTries = 0 }: Entry) =>
  tryPhotoCode(wrongTries, {
    enteredAt,
    now: NOW,
    notBefore,
    isUsed,
    isShownAt: (step) => shown !== null && codeStepAt(shown.getTime()) === step,
  });

describe("[COND-01] [CODE-01] a photo code", () => {
  test.each([
    ["as it is shown", 0, 0],
    ["a minute after it was shown", -MINUTE, 0],
    ["by a clock that is a minute behind", MINUTE, 0],
    ["half an hour ago, in a report that was made offline", -30 * MINUTE, -30 * MINUTE],
    ["an hour ago", -HOUR, -HOUR],
    ["by a clock that is half a minute ahead", 0, 30 * SECOND],
  ])("a photo code is accepted if it was entered %s", (_, shown, entered) => {
    const shownAt = new Date(Math.min(minuteOf(after(shown)).getTime(), NOW.getTime()));
    expect(enter({ shown: after(shown), enteredAt: after(entered) })).toEqual({ outcome: "accepted", shownAt });
  });

  test.each([
    ["wrong", "the other phone never shows it", null, 0],
    ["wrong", "it was shown long before it was entered", -HOUR, 0],
    ["wrong", "it was entered long before it was shown", 0, -HOUR],
    ["wrong", "its time is in the future", 2 * MINUTE, 2 * MINUTE],
    ["expired", "it was shown two minutes before it was entered", -2 * MINUTE, 0],
    ["expired", "it was entered more than an hour ago", -HOUR - MINUTE, -HOUR - MINUTE],
  ] as const)("a photo code is %s if %s, which counts as a try", (outcome, _, shown, entered) => {
    expect(enter({ shown: shown === null ? null : after(shown), enteredAt: after(entered) })).toEqual({
      outcome,
      wrongTries: 1,
    });
  });

  test("a photo code is accepted from the minute on in which its phase began", () => {
    const outcome = (notBefore: Date) => enter({ shown: after(-MINUTE), notBefore }).outcome;
    expect([after(-MINUTE), after(0)].map(outcome)).toEqual(["accepted", "wrong"]);
  });

  test("a photo code is accepted for one report only, and using it again doesn't count as a try", () => {
    expect(enter({ isUsed: true, wrongTries: 2 })).toEqual({ outcome: "used", wrongTries: 2 });
  });

  test("a photo code is locked after five incorrect tries, also if it is correct then", () => {
    expect(enter({ shown: null, wrongTries: MAX_CODE_TRIES - 1 })).toEqual({ outcome: "wrong", wrongTries: 5 });
    expect(enter({ wrongTries: MAX_CODE_TRIES })).toEqual({ outcome: "locked", wrongTries: 5 });
  });
});

test("[COND-01] [CODE-01] photos carry the code if they arrived at most an hour before or after it was shown", () => {
  const carries = (milliseconds: number) => canCarryCode({ createdAt: after(milliseconds) }, NOW);
  expect([-HOUR - 1, -HOUR, 0, HOUR, HOUR + 1].map(carries)).toEqual([false, true, true, true, false]);
});
