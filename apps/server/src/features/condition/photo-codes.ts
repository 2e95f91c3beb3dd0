import type { PhotoCodeView } from "@nexby/contract/bookings/condition";
import type { ErrorCode } from "@nexby/contract/errors";
import {
  PICKUP_PHASE,
  REPORT_PHASES,
  type ReportPhase,
  type ReportRole,
  refusalOfPhase,
} from "@nexby/domain/condition/condition-reports";
import { tryPhotoCode } from "@nexby/domain/condition/photo-code";
import { codeTriesLeft } from "@nexby/domain/handoffs/handoff-code";
import { and, eq } from "drizzle-orm";
import type { Viewer } from "../../platform/auth.ts";
import { readClock, readRealTime } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { findOutages } from "../../platform/outages.ts";
import { codeMatcher, deriveCodeKey } from "../../platform/time-codes.ts";
import type { Booking } from "../../schema/bookings.ts";
import { photoCodeTries } from "../../schema/condition.ts";
import { findBooking, type RenterOrOwner, roleIn, type StepContext } from "../bookings/public.ts";

type CodeName = { bookingId: string; phase: ReportPhase; shownBy: ReportRole };

const keyOf = (secret: string, { bookingId, phase, shownBy }: CodeName): Buffer =>
  deriveCodeKey(secret, `photo-code:${bookingId}:${phase}:${shownBy}`);

/** The viewer's own keys, for the phases in which the other person can report the condition now. */
export async function listPhotoCodes(
  db: Db,
  secret: string,
  viewer: Viewer,
  bookingId: string,
): Promise<PhotoCodeView[]> {
  const booking = await findBooking(db, bookingId);
  const shownBy = booking && roleIn(booking, viewer.id);
  if (!booking || !shownBy) throw new AppError("not_found", "Booking not found");
  const now = await readClock(db);
  const facts = { ...booking, outages: await findOutages(db) };
  return REPORT_PHASES.filter((phase) => refusalOfPhase(facts, phase, now) === null).map((phase) => ({
    phase,
    key: keyOf(secret, { bookingId: booking.id, phase, shownBy }).toString("base64"),
  }));
}

type Entered = {
  phase: ReportPhase;
  photoCode: string;
  /** Null if it was sent as soon as it was entered. */
  enteredAt: Date | null;
  /** Codes of the person's earlier reports of this phase. */
  usedCodes: readonly (string | null)[];
};

/**
 * When the other person's phone showed the entered code, by the product's clock, or why it is refused. A refused try is
 * counted, so the caller must commit it.
 */
export async function checkPhotoCode(
  { tx, booking, now }: StepContext,
  { role }: RenterOrOwner,
  secret: string,
  { phase, photoCode, enteredAt, usedCodes }: Entered,
): Promise<Date | AppError> {
  const realNow = await readRealTime(tx);
  const tries = { bookingId: booking.id, phase, byRole: role };
  const shownBy = role === "renter" ? "owner" : "renter";
  const result = tryPhotoCode(await countWrongTries(tx, tries), {
    enteredAt: enteredAt ?? realNow,
    now: realNow,
    // Codes come from real time, the booking's times from the product's clock, which can be ahead.
    notBefore: new Date(phaseBeganAt(booking, phase).getTime() - (now.getTime() - realNow.getTime())),
    isUsed: usedCodes.includes(photoCode),
    isShownAt: codeMatcher(keyOf(secret, { bookingId: booking.id, phase, shownBy }), photoCode),
  });
  if (result.outcome === "accepted") {
    return new Date(now.getTime() - (realNow.getTime() - result.shownAt.getTime()));
  }
  await saveWrongTries(tx, tries, result.wrongTries);
  return refusedCode(result.outcome, result.wrongTries);
}

/** Codes of the pickup are shown from the approval on, those of the return from the pickup on. */
function phaseBeganAt({ createdAt, approvedAt, actualPickupAt }: Booking, phase: ReportPhase): Date {
  return (phase === PICKUP_PHASE ? approvedAt : actualPickupAt) ?? createdAt;
}

type Tries = { bookingId: string; phase: ReportPhase; byRole: ReportRole };

async function countWrongTries(db: Db, { bookingId, phase, byRole }: Tries): Promise<number> {
  const [row] = await db
    .select({ wrongTries: photoCodeTries.wrongTries })
    .from(photoCodeTries)
    .where(
      and(eq(photoCodeTries.bookingId, bookingId), eq(photoCodeTries.phase, phase), eq(photoCodeTries.byRole, byRole)),
    );
  return row?.wrongTries ?? 0;
}

/** The caller holds the booking's lock, so concurrent tries are counted one by one. */
async function saveWrongTries(tx: Db, tries: Tries, wrongTries: number): Promise<void> {
  const { bookingId, phase, byRole } = photoCodeTries;
  await tx
    .insert(photoCodeTries)
    .values({ ...tries, id: newId(), wrongTries })
    .onConflictDoUpdate({ target: [bookingId, phase, byRole], set: { wrongTries } });
}

const REFUSALS = {
  wrong: "This photo code is incorrect. Check it or remove it.",
  expired: "This photo code has expired. Enter the one that's shown now, or remove it.",
  used: "You've used this photo code in another report. Enter the one that's shown now, or remove it.",
} as const;

function refusedCode(outcome: keyof typeof REFUSALS | "locked", wrongTries: number): AppError {
  const left = codeTriesLeft({ wrongTries, usedStep: null });
  const isLocked = outcome === "locked" || left === 0;
  const code: ErrorCode = isLocked ? "photo_code_locked" : "wrong_photo_code";
  const tries = `You have ${left === 1 ? "1 try" : `${left} tries`} left.`;
  const message = isLocked ? new AppError(code).message : `${REFUSALS[outcome]} ${tries}`;
  return new AppError(code, message, { details: [{ field: "photoCode", message }] });
}
