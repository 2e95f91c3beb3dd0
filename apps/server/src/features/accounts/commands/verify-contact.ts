import { sql } from "drizzle-orm";
import type { Viewer } from "../../../platform/auth.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { queueMail, queueSms } from "../../../platform/outbox.ts";
import { publishEvent, userAudience } from "../../../platform/realtime/events.ts";
import type { User } from "../../../schema/accounts.ts";
import { notify } from "../../notifications/public.ts";
import { codeText, confirmAddressMail } from "../accounts.emails.ts";
import { findUser, lockUser, updateUser } from "../accounts.queries.ts";
import { type Channel, consumeCodes, contactOf, type IssuedCode, issueCode, tryCodes } from "../contact-codes.ts";
import { approveVerifiedAccount } from "./review-account.ts";

/** Sends a code to the account's current address or number. */
export async function sendVerificationCode(
  db: Db,
  viewer: Viewer,
  channel: Channel,
  secret: string,
): Promise<IssuedCode> {
  return db.transaction(async (tx) => {
    const user = await lockUser(tx, viewer.id);
    if (!user) throw new AppError("unauthenticated");
    const { target, verifiedAt } = contactOf(user, channel);
    if (target === null) throw new AppError("phone_missing");
    if (verifiedAt) throw new AppError("already_verified");
    const issued = await issueCode(tx, secret, { userId: user.id, type: channel, target });
    if (channel === "phone") await queueSms(tx, { to: target, text: codeText(issued.code) });
    else await queueMail(tx, { to: target, ...confirmAddressMail(issued.code) });
    return issued;
  });
}

type Input = { channel: Channel; code: string };

/** Verifies the address or number the code was sent to, if the account still has it. */
export async function confirmVerificationCode(
  db: Db,
  viewer: Viewer,
  { channel, code }: Input,
  { secret, siteUrl }: { secret: string; siteUrl: string },
): Promise<User> {
  const [matched] = await tryCodes(db, secret, viewer.id, [{ type: channel, field: "code", code }]);
  return db.transaction(async (tx) => {
    const user = await lockUser(tx, viewer.id);
    if (!user || contactOf(user, channel).target !== matched.target) throw new AppError("code_expired");
    await consumeCodes(tx, [matched]);
    const now = sql`app_now()`;
    await updateUser(tx, user.id, channel === "email" ? { emailVerifiedAt: now } : { phoneVerifiedAt: now });
    await notify(tx, user.id, { kind: channel === "email" ? "email_verified" : "phone_verified", data: {} });
    await approveVerifiedAccount(tx, user.id, siteUrl);
    await publishEvent(tx, { audience: userAudience(user.id), type: "account_changed" });
    const verified = await findUser(tx, user.id);
    if (!verified) throw new AppError("unauthenticated");
    return verified;
  });
}
