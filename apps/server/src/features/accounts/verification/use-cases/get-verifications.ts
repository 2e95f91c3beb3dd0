import type { Viewer } from "../../../../platform/auth/viewer.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { findUser } from "../../users.repository.ts";
import { nextCodeAt } from "../code-pace.ts";
import { type Channel, contactOf } from "../contact.ts";
import { selectRecentCodes } from "../verification-codes.repository.ts";

export type Verification = ReturnType<typeof contactOf> & { pending: { expiresAt: Date; resendAt: Date } | null };

/** What of the account is proven, and the codes that are under way to what it has now. */
export async function getVerifications(db: Db, viewer: Viewer): Promise<Record<Channel, Verification>> {
  const user = await findUser(db, viewer.id);
  if (!user) throw new AppError("unauthenticated");
  const codes = await selectRecentCodes(db, user.id, ["email", "phone"]);
  const about = (channel: Channel): Verification => {
    const contact = contactOf(user, channel);
    const sent = codes.filter(({ type }) => type === channel);
    const current = sent.find(({ stillCounts, target }) => stillCounts && target === contact.target);
    const resendAt = nextCodeAt(sent.map(({ createdAt }) => createdAt));
    return { ...contact, pending: current && resendAt ? { expiresAt: current.expiresAt, resendAt } : null };
  };
  return { email: about("email"), phone: about("phone") };
}
