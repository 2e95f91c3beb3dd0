import { PICTURE_MESSAGE } from "@nexby/contract/accounts/profile";
import { WEEKDAYS, type Weekday } from "@nexby/domain/kernel/calendar";
import type { Viewer } from "../../../platform/auth.ts";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError, fieldError } from "../../../platform/errors.ts";
import { assertNoContacts, assertPlainName } from "../../../platform/no-contacts.ts";
import { publishEvent, userAudience } from "../../../platform/realtime/events.ts";
import type { User } from "../../../schema/accounts.ts";
import { getActiveTerms } from "../../content/public.ts";
import { findOwnPhotoIds, keepPhotos, releasePhotos } from "../../photos/public.ts";
import { lockUser, updateUser } from "../accounts.queries.ts";
import { expirePendingCodes } from "../contact-codes.ts";

type Window = { start: string; end: string };
type Changes = Partial<
  Pick<
    User,
    | "firstName"
    | "lastName"
    | "phoneNumber"
    | "sharesPhone"
    | "city"
    | "state"
    | "profileImageUrl"
    | "primaryUse"
    | "notifyEmail"
    | "notifySms"
  >
> & {
  defaultPickupWindow?: Window | undefined;
  defaultDropoffWindow?: Window | undefined;
  defaultAvailableDays?: readonly Weekday[] | undefined;
};

/** Changes only the given fields. A new phone number is unverified, and codes already sent cannot verify it. */
export async function updateProfile(db: Db, viewer: Viewer, changes: Changes): Promise<User> {
  return db.transaction(async (tx) => {
    const before = await lockUser(tx, viewer.id);
    if (!before) throw new AppError("unauthenticated");
    if (Object.values(changes).every((value) => value === undefined)) return before;
    const { firstName, lastName } = { ...before, ...changes };
    if (firstName !== before.firstName || lastName !== before.lastName) assertPlainName({ firstName, lastName });
    if (changes.city !== before.city) assertNoContacts({ city: changes.city });

    const isNewNumber = changes.phoneNumber !== undefined && changes.phoneNumber !== before.phoneNumber;
    if (isNewNumber) await expirePendingCodes(tx, before.id, ["phone"]);
    if (changes.profileImageUrl !== undefined) await changePicture(tx, before, changes.profileImageUrl);
    const after = await updateUser(tx, before.id, {
      ...columnsOf(changes),
      ...(isNewNumber && { phoneVerifiedAt: null }),
    });
    await publishEvent(tx, { audience: userAudience(before.id), type: "account_changed" });
    return after ?? before;
  });
}

/** A photo can also be in a listing, so one that is released here may still be shown there. */
async function changePicture(db: Db, { id, profileImageUrl: before }: User, picture: string | null): Promise<void> {
  if (picture === before) return;
  const [chosen, previous] = await Promise.all([findOwnPicture(db, id, picture), findOwnPicture(db, id, before)]);
  if (picture !== null && chosen.length === 0) throw fieldError("profileImageUrl", PICTURE_MESSAGE);
  await keepPhotos(db, chosen);
  await releasePhotos(db, previous);
}

const findOwnPicture = async (db: Db, userId: string, address: string | null): Promise<string[]> =>
  (address !== null && (await findOwnPhotoIds(db, userId, [address]))) || [];

/** Sorts the days in week order. */
function columnsOf({ defaultPickupWindow, defaultDropoffWindow, defaultAvailableDays: days, ...plain }: Changes) {
  return {
    ...plain,
    defaultPickupStart: defaultPickupWindow?.start,
    defaultPickupEnd: defaultPickupWindow?.end,
    defaultDropoffStart: defaultDropoffWindow?.start,
    defaultDropoffEnd: defaultDropoffWindow?.end,
    defaultAvailableDays: days && WEEKDAYS.filter((day) => days.includes(day)),
  };
}

/** Only the active version can be accepted. Accepting it again keeps the original timestamp. */
export async function acceptTerms(db: Db, viewer: Viewer, { version }: { version: number }): Promise<User> {
  return db.transaction(async (tx) => {
    const before = await lockUser(tx, viewer.id);
    if (!before) throw new AppError("unauthenticated");
    const terms = await getActiveTerms(tx);
    if (terms.version !== version) throw new AppError("terms_changed");
    if (before.termsVersion === version && before.termsAcceptedAt) return before;

    const after = await updateUser(tx, before.id, { termsVersion: version, termsAcceptedAt: await readClock(tx) });
    await publishEvent(tx, { audience: userAudience(before.id), type: "account_changed" });
    return after ?? before;
  });
}
