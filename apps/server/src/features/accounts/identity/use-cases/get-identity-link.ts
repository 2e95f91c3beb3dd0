import type { Viewer } from "../../../../platform/auth/viewer.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { findUser, type User } from "../../users.repository.ts";
import { findIdentityLink } from "../identity-links.repository.ts";

type PendingLink = {
  user: User;
  link: NonNullable<Awaited<ReturnType<typeof findIdentityLink>>>;
  needsPassword: boolean;
};

/** The identity that waits under this code, and the account it would belong to, if that still has the address. */
export async function getIdentityLink(db: Db, code: string, viewer: Viewer | null): Promise<PendingLink> {
  const link = await findIdentityLink(db, code);
  const user = link && (await findUser(db, link.userId));
  if (!link || !user || user.email.toLowerCase() !== link.email) throw new AppError("link_expired");
  return { user, link, needsPassword: viewer?.id !== user.id };
}
