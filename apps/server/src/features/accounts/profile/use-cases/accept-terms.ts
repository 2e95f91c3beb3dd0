import type { Viewer } from "../../../../platform/auth/viewer.ts";
import { readClock } from "../../../../platform/clock/clock.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { publishEvent, userAudience } from "../../../../platform/realtime/publish-event.ts";
import { getActiveTerms } from "../../../content/public.ts";
import { lockUser, type User, updateUser } from "../../users.repository.ts";

/** Only what is in force can be accepted. Accepting it again changes nothing: the first time is the one that counts. */
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
