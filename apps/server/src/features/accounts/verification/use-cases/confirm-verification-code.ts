import { sql } from "drizzle-orm";
import type { Viewer } from "../../../../platform/auth/viewer.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { publishEvent, userAudience } from "../../../../platform/realtime/publish-event.ts";
import { notify } from "../../../notifications/public.ts";
import { ACCOUNT_NEWS } from "../../account-news.ts";
import { approveVerifiedAccount } from "../../administration/use-cases/approve-verified-account.ts";
import { findUser, lockUser, type User, updateUser } from "../../users.repository.ts";
import { type Channel, contactOf } from "../contact.ts";
import { consumeCodes, tryCodes } from "../verification-codes.ts";

type Input = { channel: Channel; code: string };

/** Proves the address or number the code was sent to, if the account still has that one. */
export async function confirmVerificationCode(
  db: Db,
  viewer: Viewer,
  { channel, code }: Input,
  secret: string,
): Promise<User> {
  const [proven] = await tryCodes(db, secret, viewer.id, [{ type: channel, field: "code", code }]);
  return db.transaction(async (tx) => {
    const user = await lockUser(tx, viewer.id);
    if (!user || contactOf(user, channel).target !== proven.target) throw new AppError("code_expired");
    await consumeCodes(tx, [proven]);
    const now = sql`now()`;
    await updateUser(tx, user.id, channel === "email" ? { emailVerifiedAt: now } : { phoneVerifiedAt: now });
    const news = channel === "email" ? ACCOUNT_NEWS.emailVerified : ACCOUNT_NEWS.phoneVerified;
    await notify(tx, { userId: user.id, ...news });
    await approveVerifiedAccount(tx, user.id);
    await publishEvent(tx, { audience: userAudience(user.id), type: "account_changed" });
    const verified = await findUser(tx, user.id);
    if (!verified) throw new AppError("unauthenticated");
    return verified;
  });
}
