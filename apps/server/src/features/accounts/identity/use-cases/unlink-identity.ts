import { recordAudit } from "../../../../platform/audit/record-audit.ts";
import type { Viewer } from "../../../../platform/auth/viewer.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { lockUser } from "../../users.repository.ts";
import { deleteIdentity, selectIdentities } from "../identities.repository.ts";

/** Somebody else's identity is as good as none. The last way to sign in stays. */
export async function unlinkIdentity(db: Db, viewer: Viewer, identityId: string): Promise<void> {
  await db.transaction(async (tx) => {
    // Held until the end: of two that go at once, the second must see that it is the last.
    const user = await lockUser(tx, viewer.id);
    const identities = await selectIdentities(tx, viewer.id);
    const identity = identities.find(({ id }) => id === identityId);
    if (!user || !identity) throw new AppError("not_found", "Identity not found");
    if (user.passwordHash === null && identities.length === 1) throw new AppError("last_sign_in_method");
    await deleteIdentity(tx, identityId);
    await recordAudit(tx, {
      actorId: viewer.id,
      action: "identity_unlinked",
      entityType: "user",
      entityId: viewer.id,
      details: { issuer: identity.issuer },
    });
  });
}
