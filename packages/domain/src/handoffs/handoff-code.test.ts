import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BOOKING_STATUSES } from "../bookings/statuses.ts";
import { type BookingFacts, refusalOf } from "../bookings/transitions.ts";
import { HOUR, MINUTE, SECOND } from "../kernel/duration.ts";
import {
  type CodeState,
  codeDigits,
  codeMessage,
  codeStepAt,
  codeTriesLeft,
  handoffToConfirm,
  isCodeLocked,
  MAX_CODE_TRIES,
  NEW_CODE,
  refusalOfCode,
  secondsToNextCode,
  tryCode,
} from "./handoff-code.ts";

const NOW = new Date("2026-06-20T12:00:30Z");
const after = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);

/** Stands for a keyed hash: neighboring steps have different digits. */
const digitsWith = (key: number) => (step: number) => String((step * 245_489 + key) % 1_000_000).padStart(6, "0");

const digitsAt = digitsWith(12_345);
/** The digits that a phone shows at this instant. */
const shownAt = (instant: Date) => digitsAt(codeStepAt(instant.getTime()));
const enter = (code: string, now = NOW, state: CodeState = NEW_CODE) =>
  tryCode(state, { now, isShownAt: (step) => digitsAt(step) === code });

/** No digits near NOW, whatever the key. */
const WRONG = "none";

describe("[CODE-01] the digits of a handoff code", () => {
  test("the digits of a handoff code are those of the example in RFC 4226", () => {
    const bytes = "1f8698690e02ca16618550ef7f19da8e945b555a".match(/../g) ?? [];
    expect(codeDigits(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)))).toBe("872921");
  });

  test("the digits of a handoff code are always six, also in the middle of a larger buffer", () => {
    const signature = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(signature, fc.nat(8), (bytes, before) => {
        const buffer = new Uint8Array(48);
        buffer.set(bytes, before);
        const digits = codeDigits(bytes);
        expect(digits).toMatch(/^\d{6}$/);
        expect(codeDigits(buffer.subarray(before, before + 32))).toBe(digits);
      }),
    );
  });

  test("the digits of a handoff code come from the step as eight bytes, the highest first", () => {
    expect([...codeMessage(0x01_02_03_04)]).toEqual([0, 0, 0, 0, 1, 2, 3, 4]);
  });

  test("the digits of a handoff code change every minute", () => {
    expect(codeStepAt(59_999)).toBe(0);
    expect(codeStepAt(60_000)).toBe(1);
    expect([0, 1, 59_000, 59_999, 60_000].map(secondsToNextCode)).toEqual([60, 60, 1, 1, 60]);
  });
});

describe("[CODE-01] an entered code", () => {
  test.each([
    ["now", 0],
    ["by a clock that is a minute ahead", MINUTE],
    ["a minute ago", -MINUTE],
  ])("an entered code is accepted if it is shown %s", (_, offset) => {
    const { outcome, state } = enter(shownAt(after(offset)));
    expect(outcome).toBe("accepted");
    expect(state).toEqual({ wrongTries: 0, usedStep: codeStepAt(after(offset).getTime()) });
  });

  test("an entered code has expired two minutes after it was shown, which counts as a try", () => {
    expect(enter(shownAt(after(-2 * MINUTE)))).toEqual({
      outcome: "expired",
      state: { wrongTries: 1, usedStep: null },
    });
  });

  test("an entered code has expired up to 15 minutes after it was shown, and is incorrect after that or if it will be shown in two minutes", () => {
    expect(enter(shownAt(after(-15 * MINUTE))).outcome).toBe("expired");
    expect(enter(shownAt(after(-16 * MINUTE))).outcome).toBe("wrong");
    expect(enter(shownAt(after(2 * MINUTE))).outcome).toBe("wrong");
  });

  test("an entered code is incorrect if another key shows it", () => {
    const other = digitsWith(54_321)(codeStepAt(NOW.getTime()));
    expect(enter(other)).toEqual({ outcome: "wrong", state: { wrongTries: 1, usedStep: null } });
  });

  test("an entered code is accepted only once, and neither it nor the next digits count as a try then", () => {
    const { state } = enter(shownAt(NOW));
    for (const code of [shownAt(NOW), shownAt(after(MINUTE)), WRONG]) {
      expect(enter(code, NOW, state)).toEqual({ outcome: "used", state });
    }
  });

  test("an entered code is locked after five incorrect tries, also if it is correct then", () => {
    let state = NEW_CODE;
    for (let tries = 1; tries <= MAX_CODE_TRIES; tries += 1) {
      const attempt = enter(WRONG, NOW, state);
      expect(attempt.outcome).toBe("wrong");
      expect(codeTriesLeft(attempt.state)).toBe(MAX_CODE_TRIES - tries);
      state = attempt.state;
    }
    expect(isCodeLocked(state)).toBe(true);
    expect(enter(shownAt(NOW), NOW, state)).toEqual({ outcome: "locked", state });
  });
});

describe("[CODE-01] whatever two people enter and when", () => {
  /** Steps around NOW, whose digits are entered at instants around NOW. */
  const attempts = fc.array(
    fc.record({
      enteredAfter: fc.integer({ min: 0, max: 20 * MINUTE }),
      shownAfter: fc.oneof(fc.integer({ min: -20 * MINUTE, max: 20 * MINUTE }), fc.constant(null)),
    }),
    { maxLength: 30 },
  );
  type Played = { outcome: string; enteredAt: Date; shown: Date | null };

  const play = (list: readonly { enteredAfter: number; shownAfter: number | null }[]) => {
    let state = NEW_CODE;
    return list.map(({ enteredAfter, shownAfter }): Played => {
      const [enteredAt, shown] = [after(enteredAfter), shownAfter === null ? null : after(shownAfter)];
      const attempt = enter(shown ? shownAt(shown) : WRONG, enteredAt, state);
      state = attempt.state;
      return { outcome: attempt.outcome, enteredAt, shown };
    });
  };

  test("a code is accepted at most once", () => {
    fc.assert(
      fc.property(attempts, (list) => {
        expect(play(list).filter(({ outcome }) => outcome === "accepted").length).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("a code is never accepted after it has expired", () => {
    // Equal digits of two steps are not told apart, so the shown step is found by its digits.
    fc.assert(
      fc.property(attempts, (list) => {
        for (const { outcome, enteredAt, shown } of play(list)) {
          if (outcome !== "accepted" || !shown) continue;
          const near = [-MINUTE, 0, MINUTE].map((offset) => shownAt(new Date(enteredAt.getTime() + offset)));
          expect(near).toContain(shownAt(shown));
        }
      }),
    );
    const lastValid = new Date(Math.floor(NOW.getTime() / MINUTE) * MINUTE + 2 * MINUTE - 1);
    expect(enter(shownAt(NOW), lastValid).outcome).toBe("accepted");
    expect(enter(shownAt(NOW), new Date(lastValid.getTime() + 1)).outcome).toBe("expired");
  });

  test("at most five tries are checked", () => {
    fc.assert(
      fc.property(attempts, (list) => {
        const checked = play(list).filter(({ outcome }) => outcome === "wrong" || outcome === "expired");
        expect(checked.length).toBeLessThanOrEqual(MAX_CODE_TRIES);
      }),
    );
  });

  test("nothing is accepted after the fifth incorrect try", () => {
    fc.assert(
      fc.property(attempts, (list) => {
        const outcomes = play(list).map(({ outcome }) => outcome);
        const locked = outcomes.indexOf("locked");
        if (locked >= 0) expect(new Set(outcomes.slice(locked))).toEqual(new Set(["locked"]));
      }),
    );
  });
});

describe("[CODE-01] a handoff by code", () => {
  const READY: BookingFacts = {
    status: "scheduled",
    approvalStatus: "approved",
    paymentStatus: "captured",
    startAt: after(30 * SECOND),
    endAt: after(48 * HOUR),
    scheduledPickupAt: null,
    ownerDecisionDeadline: null,
    authExpiresAt: null,
    isFraudCleared: true,
    isPickupConfirmed: true,
    isAgreementSigned: true,
    isDepositSecured: true,
    ownerHandedOverAt: null,
    handoverObjectedAt: null,
    noShowReportedBy: null,
    returnedAt: null,
    hasOpenClaim: false,
    isLost: false,
    hasReceiptProof: false,
    shortage: null,
    outages: [],
  };
  const refusal = (kind: "pickup" | "return", actor: "renter" | "owner", changes: Partial<BookingFacts> = {}) =>
    refusalOfCode({ ...READY, ...changes }, { kind, actor, now: NOW });

  test("a handoff by code is possible while the item is to be picked up or returned", () => {
    const possible = BOOKING_STATUSES.flatMap((status) => {
      const kind = handoffToConfirm(status);
      return kind ? [[status, kind]] : [];
    });
    expect(possible).toEqual([
      ["scheduled", "pickup"],
      ["in_possession", "return"],
      ["damaged_admin_review", "return"],
    ]);
  });

  test("a handoff by code confirms the return of a lost item, but not of one that is back and claimed as damaged", () => {
    for (const actor of ["renter", "owner"] as const) {
      const claimed = { status: "damaged_admin_review", hasOpenClaim: true } as const;
      expect(refusal("return", actor, { ...claimed, isLost: true })).toBeNull();
      expect(refusal("return", actor, claimed)).toBe("not_from_here");
    }
  });

  test.each(["renter", "owner"] as const)(
    "a handoff by code needs no waiting time when the %s enters the code",
    (actor) => {
      expect(refusal("pickup", actor)).toBeNull();
      expect(refusal("return", actor, { status: "in_possession" })).toBeNull();
    },
  );

  test("a handoff by code needs no photo, unlike a receipt that the renter confirms alone", () => {
    expect(refusal("pickup", "renter")).toBeNull();
    expect(refusalOf(READY, { event: "hand_over", actor: "renter", now: NOW })).toBe("receipt_photo_missing");
  });

  test("a handoff by code ends contradicting reports, because both people confirm it", () => {
    const reports = { handoverObjectedAt: after(-HOUR), noShowReportedBy: "renter" } as const;
    expect(refusal("pickup", "owner", reports)).toBeNull();
  });

  test.each([
    ["an unpaid rental", { paymentStatus: "charge_scheduled" }, "payment_missing"],
    ["a disputed payment", { paymentStatus: "disputed" }, "payment_disputed"],
    ["a missing deposit", { isDepositSecured: false }, "deposit_missing"],
    ["an unsigned agreement", { isAgreementSigned: false }, "agreement_unsigned"],
    ["a booking that is not scheduled yet", { status: "approved" }, "not_from_here"],
    ["a rental that has begun", { status: "in_possession" }, "not_from_here"],
  ] as const)("a handoff by code is rejected for %s", (_, changes, code) => {
    expect(refusal("pickup", "renter", changes)).toBe(code);
    expect(refusal("pickup", "owner", changes)).toBe(code);
  });
});
