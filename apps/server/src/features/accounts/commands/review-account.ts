import { recordAudit } from "../../../platform/audit.ts";
import type { Viewer } from "../../../platform/auth.ts";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import type { Email } from "../../../platform/email/render-email.ts";
import { AppError } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import { enqueueJob, type JobHandler } from "../../../platform/jobs/job.ts";
import { queueMail } from "../../../platform/outbox.ts";
import { publishEvent, userAudience } from "../../../platform/realtime/events.ts";
import type { User } from "../../../schema/accounts.ts";
import { notify } from "../../notifications/public.ts";
import { getPlatformSettings } from "../../operations/public.ts";
import { approvalEmail, reinstatementEmail, suspensionEmail } from "../accounts.emails.ts";
import { type AccountAction, allowedActions, canBeApproved, type Standing } from "../accounts.policy.ts";
import { findUser, updateAccountStatus } from "../accounts.queries.ts";
import { deleteAllSessions } from "../sessions.ts";

type AdminAction = {
  allowedAs: AccountAction;
  /** Name in the audit log. */
  action: string;
  changes: Partial<Standing>;
  reason: string | undefined;
  letter: Email;
};

/** Applies an admin's action if the policy allows it now. Of two concurrent actions, one is rejected. */
async function changeAccountStatus(tx: Db, viewer: Viewer, userId: string, adminAction: AdminAction): Promise<User> {
  const account = await findUser(tx, userId);
  if (!account) throw new AppError("not_found", "User not found");
  if (!allowedActions(viewer, account).includes(adminAction.allowedAs)) throw new AppError("action_not_allowed");
  const after = await transitionAccount(tx, account, adminAction.changes, { ...adminAction, actorId: viewer.id });
  if (!after) throw new AppError("action_not_allowed");
  return after;
}

/** `actorId` is null for the system and the command line. */
type AccountStatusChange = { actorId: string | null; action: string; reason?: string | undefined; letter?: Email };

/**
 * The only writer of account permissions: updates the account, records the audit entry, and notifies the user and their
 * open pages. Returns null without any effect if the account changed in the meantime. The caller's transaction holds
 * all of it.
 */
export async function transitionAccount(
  tx: Db,
  before: User,
  changes: Partial<Standing>,
  { actorId, action, reason, letter }: AccountStatusChange,
): Promise<User | null> {
  const after = await updateAccountStatus(tx, before, changes);
  if (!after) return null;
  await recordAudit(tx, { actorId, action, entityType: "user", entityId: after.id, reason: reason ?? null });
  if (after.isApproved && !before.isApproved) await notify(tx, after.id, { kind: "account_approved", data: {} });
  if (letter) await queueMail(tx, { to: after.email, subject: letter.title, letter });
  await publishEvent(tx, { audience: userAudience(after.id), type: "account_changed" });
  return after;
}

type ApproveInput = { userId: string; reason?: string | undefined; siteUrl: string };

/** Lets an account list and rent. */
export async function approveAccount(db: Db, viewer: Viewer, { userId, reason, siteUrl }: ApproveInput): Promise<User> {
  return db.transaction((tx) =>
    changeAccountStatus(tx, viewer, userId, {
      allowedAs: "approve",
      action: "account_approved",
      changes: { isApproved: true },
      reason,
      letter: approvalEmail(siteUrl),
    }),
  );
}

/**
 * Approves an account whose email and phone are both verified, if the platform setting allows it. Call it in the
 * transaction that verified one of them: its row lock makes the second of two concurrent verifications see both.
 */
export async function approveVerifiedAccount(db: Db, userId: string, siteUrl: string): Promise<void> {
  const { autoApproveVerifiedAccounts } = await getPlatformSettings(db);
  if (!autoApproveVerifiedAccounts) return;
  await db.transaction(async (tx) => {
    const account = await findUser(tx, userId);
    if (!account?.emailVerifiedAt || !account.phoneVerifiedAt || !canBeApproved(account)) return;
    // A null result means that an admin approved or suspended the account first. Either is fine.
    await transitionAccount(
      tx,
      account,
      { isApproved: true },
      {
        actorId: null,
        action: "account_approved",
        reason: "Email and phone are verified",
        letter: approvalEmail(siteUrl),
      },
    );
  });
}

type SuspendInput = { userId: string; reason: string };

const FOLLOW_SUSPENSION = "follow_suspension";

/** What happens to the bookings of a suspended account. */
export const onSuspension = (handler: JobHandler) => ({ [FOLLOW_SUSPENSION]: handler });

/** Signs the account out everywhere and blocks sign-in. A job deals with its open requests and bookings. */
export async function suspendAccount(db: Db, viewer: Viewer, { userId, reason }: SuspendInput): Promise<User> {
  return db.transaction(async (tx) => {
    const account = await changeAccountStatus(tx, viewer, userId, {
      allowedAs: "suspend",
      action: "account_suspended",
      changes: { suspendedAt: await readClock(tx) },
      reason,
      letter: suspensionEmail(reason),
    });
    await deleteAllSessions(tx, account.id);
    await enqueueJob(tx, { type: FOLLOW_SUSPENSION, entityType: "user", entityId: account.id, key: newId() });
    return account;
  });
}

type ReinstateInput = { userId: string; reason: string; siteUrl: string };

/** Lifts a suspension. The approval stays as it was. */
export async function reinstateAccount(
  db: Db,
  viewer: Viewer,
  { userId, reason, siteUrl }: ReinstateInput,
): Promise<User> {
  return db.transaction(async (tx) => {
    const account = await changeAccountStatus(tx, viewer, userId, {
      allowedAs: "reinstate",
      action: "account_reinstated",
      changes: { suspendedAt: null },
      reason,
      letter: reinstatementEmail(siteUrl),
    });
    // A sign-in in progress during the suspension may have left a session, which would become valid again.
    await deleteAllSessions(tx, account.id);
    return account;
  });
}
