import type { HandoffCodeView } from "@nexby/contract/bookings/booking-commands";
import {
  type CodeState,
  handoffToConfirm,
  isCodeLocked,
  NEW_CODE,
  refusalOfCode,
} from "@nexby/domain/handoffs/handoff-code";
import type { PlanKind, Side } from "@nexby/domain/planning/planned-times";
import { and, eq } from "drizzle-orm";
import type { Viewer } from "../../platform/auth.ts";
import { readClock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { codeMatcher, deriveCodeKey } from "../../platform/time-codes.ts";
import { handoffCodes } from "../../schema/rentals.ts";
import { refusalMessage, roleIn } from "./bookings.policy.ts";
import { findBooking } from "./bookings.queries.ts";
import { loadSnapshot, type StepContext } from "./lifecycle/booking-state.ts";

/** Renter and owner each have a code of their own for each handoff. */
type CodeName = { bookingId: string; kind: PlanKind; shownBy: Side };
type StoredCode = CodeState & { renewals: number };

/** A code without a row has not been tried yet. */
export async function findHandoffCode(db: Db, { bookingId, kind, shownBy }: CodeName): Promise<StoredCode> {
  const [row] = await db
    .select({
      renewals: handoffCodes.renewals,
      wrongTries: handoffCodes.wrongTries,
      usedStep: handoffCodes.usedStep,
    })
    .from(handoffCodes)
    .where(and(eq(handoffCodes.bookingId, bookingId), eq(handoffCodes.kind, kind), eq(handoffCodes.shownBy, shownBy)));
  return row ?? { ...NEW_CODE, renewals: 0 };
}

/** The caller holds the booking's lock, so concurrent tries are counted one by one. */
export async function saveHandoffCode(tx: Db, name: CodeName, code: StoredCode): Promise<void> {
  await tx
    .insert(handoffCodes)
    .values({ ...name, ...code, id: newId() })
    .onConflictDoUpdate({
      target: [handoffCodes.bookingId, handoffCodes.kind, handoffCodes.shownBy],
      set: code,
    });
}

/** A renewal changes it. */
const keyOf = (secret: string, { bookingId, kind, shownBy }: CodeName, { renewals }: StoredCode): Buffer =>
  deriveCodeKey(secret, `handoff-code:${bookingId}:${kind}:${shownBy}:${renewals}`);

/** Whether the entered digits are those that this code shows in a minute. */
export const matcherOf = (secret: string, name: CodeName, code: StoredCode, entered: string) =>
  codeMatcher(keyOf(secret, name, code), entered);

export const presentHandoffCode = (secret: string, name: CodeName, code: StoredCode): HandoffCodeView => ({
  kind: name.kind,
  key: keyOf(secret, name, code).toString("base64"),
  isLocked: isCodeLocked(code),
});

type Handoff = Pick<StepContext, "booking" | "snapshot" | "now">;

/** The handoff for which this person can use a code now. With `kind`, it must be that one. */
export function assertCanUseCode({ booking, snapshot, now }: Handoff, actor: Side, kind?: PlanKind): PlanKind {
  const next = kind ?? handoffToConfirm(booking.status);
  const refusal = next === null ? "not_from_here" : refusalOfCode(snapshot, { kind: next, actor, now });
  if (next === null || refusal !== null) throw new AppError("action_not_allowed", refusalMessage(refusal));
  return next;
}

/** The key of the viewer's own code. It stays the same until the code is locked, so it can be fetched in advance. */
export async function showHandoffCode(
  db: Db,
  secret: string,
  viewer: Viewer,
  bookingId: string,
): Promise<HandoffCodeView> {
  const booking = await findBooking(db, bookingId);
  const shownBy = booking && roleIn(booking, viewer.id);
  if (!booking || !shownBy) throw new AppError("not_found", "Booking not found");
  const { snapshot } = await loadSnapshot(db, booking);
  const kind = assertCanUseCode({ booking, snapshot, now: await readClock(db) }, shownBy);
  // The id as it is stored: an address in upper case names the same booking, so it must lead to the same key.
  const name = { bookingId: booking.id, kind, shownBy };
  return presentHandoffCode(secret, name, await findHandoffCode(db, name));
}
