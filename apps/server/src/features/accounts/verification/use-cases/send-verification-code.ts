import type { Viewer } from "../../../../platform/auth/viewer.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { queueMail, queueSms } from "../../../../platform/outbox/queue-message.ts";
import { codeText, confirmAddressMail } from "../../passwords/recovery-letters.ts";
import { lockUser } from "../../users.repository.ts";
import { type Channel, contactOf } from "../contact.ts";
import { type IssuedCode, issueCode } from "../verification-codes.ts";

/** To the address or number the account has now. */
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
