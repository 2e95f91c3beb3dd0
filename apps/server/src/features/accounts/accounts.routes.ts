import * as accountsContract from "@nexby/contract/accounts/accounts";
import { getApproval } from "@nexby/contract/accounts/approval";
import * as passwordsContract from "@nexby/contract/accounts/passwords";
import * as profileContract from "@nexby/contract/accounts/profile";
import * as adminContract from "@nexby/contract/admin/accounts";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { getPlatformSettings } from "../operations/public.ts";
import {
  presentAccount,
  presentApproval,
  presentCodeSent,
  presentContact,
  presentCurrentUser,
  presentProfile,
  presentPublicProfile,
} from "./accounts.presenter.ts";
import { getCurrentUser, getPublicProfile, listAccounts, type OwnerSources } from "./accounts.queries.ts";
import { confirmEmailChange, startEmailChange } from "./commands/change-email.ts";
import { changePassword } from "./commands/change-password.ts";
import { requestPasswordReset, resetPassword } from "./commands/reset-password.ts";
import { approveAccount, reinstateAccount, suspendAccount } from "./commands/review-account.ts";
import { signIn, signUp } from "./commands/sign-in.ts";
import { acceptTerms, updateProfile } from "./commands/update-profile.ts";
import { confirmVerificationCode, sendVerificationCode } from "./commands/verify-contact.ts";
import { listVerifications } from "./contact-codes.ts";
import { listSessions, revokeOtherSessions, revokeSession, signOut } from "./sessions.ts";

type AccountsDeps = HttpDeps & { isDemo: boolean };

export function accountsRoutes(app: FastifyInstance, deps: AccountsDeps) {
  const { isDemo } = deps;

  mount(app, deps, accountsContract.signUp, async ({ db, body, userAgent, viewer, setSession }) => {
    const { user, token } = await signUp(db, body, { userAgent, before: viewer, isDemo });
    setSession(token);
    return { user: presentCurrentUser(user), token };
  });

  mount(app, deps, accountsContract.signIn, async ({ db, body, userAgent, viewer, setSession }) => {
    const { user, token } = await signIn(db, body, { userAgent, before: viewer, isDemo });
    setSession(token);
    return { user: presentCurrentUser(user), token };
  });

  mount(app, deps, accountsContract.signOut, async ({ db, viewer, setSession }) => {
    await signOut(db, viewer);
    setSession(null);
    return {};
  });

  mount(app, deps, accountsContract.getCurrentUser, async ({ db, viewer }) =>
    presentCurrentUser(await getCurrentUser(db, viewer)),
  );

  mount(app, deps, accountsContract.listSessions, async ({ db, viewer }) => {
    const sessions = await listSessions(db, viewer);
    return sessions.map(({ createdAt, lastSeenAt, ...session }) => ({
      ...session,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      isCurrent: session.id === viewer.sessionId,
    }));
  });

  mount(app, deps, accountsContract.revokeSession, async ({ db, viewer, params }) => {
    await revokeSession(db, viewer, params.sessionId);
    return {};
  });

  mount(app, deps, accountsContract.revokeOtherSessions, async ({ db, viewer }) => ({
    count: await revokeOtherSessions(db, viewer),
  }));
}

type RecoveryDeps = HttpDeps & { secret: string; isDemo: boolean };

export function recoveryRoutes(app: FastifyInstance, deps: RecoveryDeps) {
  const { secret, isDemo } = deps;

  mount(app, deps, passwordsContract.requestPasswordReset, async ({ db, body, siteUrl }) => {
    await requestPasswordReset(db, { email: body.email, siteUrl });
    return {};
  });

  mount(app, deps, passwordsContract.resetPassword, async ({ db, body, viewer, userAgent, siteUrl, setSession }) => {
    const { user, token } = await resetPassword(db, body, { userAgent, before: viewer, isDemo, siteUrl });
    setSession(token);
    return { user: presentCurrentUser(user), token };
  });

  mount(app, deps, passwordsContract.changePassword, async ({ db, viewer, body, userAgent, setSession }) => {
    const { user, token } = await changePassword(db, viewer, body, { userAgent, isDemo });
    setSession(token);
    return { user: presentCurrentUser(user), token };
  });

  mount(app, deps, passwordsContract.startEmailChange, async ({ db, viewer, body }) =>
    presentCodeSent(await startEmailChange(db, viewer, body, secret)),
  );

  mount(app, deps, passwordsContract.confirmEmailChange, async ({ db, viewer, body, siteUrl }) =>
    presentCurrentUser(await confirmEmailChange(db, viewer, body, { secret, siteUrl })),
  );
}

type ContactDeps = HttpDeps & { secret: string };

export function contactRoutes(app: FastifyInstance, deps: ContactDeps) {
  const { secret } = deps;

  mount(app, deps, passwordsContract.listVerifications, async ({ db, viewer }) => {
    const { email, phone } = await listVerifications(db, viewer);
    return { email: presentContact(email), phone: presentContact(phone) };
  });

  mount(app, deps, getApproval, async ({ db, viewer }) =>
    presentApproval(await getCurrentUser(db, viewer), await getPlatformSettings(db)),
  );

  mount(app, deps, passwordsContract.sendVerificationCode, async ({ db, viewer, body }) =>
    presentCodeSent(await sendVerificationCode(db, viewer, body.channel, secret)),
  );

  mount(app, deps, passwordsContract.confirmVerificationCode, async ({ db, viewer, body, siteUrl }) =>
    presentCurrentUser(await confirmVerificationCode(db, viewer, body, { secret, siteUrl })),
  );
}

type ProfileDeps = HttpDeps & OwnerSources;

export function profileRoutes(app: FastifyInstance, deps: ProfileDeps) {
  mount(app, deps, profileContract.getProfile, async ({ db, viewer }) =>
    presentProfile(await getCurrentUser(db, viewer)),
  );

  mount(app, deps, profileContract.updateProfile, async ({ db, viewer, body }) =>
    presentProfile(await updateProfile(db, viewer, body)),
  );

  mount(app, deps, profileContract.acceptTerms, async ({ db, viewer, body }) =>
    presentProfile(await acceptTerms(db, viewer, body)),
  );

  mount(app, deps, profileContract.getPublicProfile, async ({ db, viewer, params }) =>
    presentPublicProfile(await getPublicProfile(db, deps, params.userId), viewer),
  );
}

export function adminRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, adminContract.listAccounts, async ({ db, viewer, query, linkNext }) => {
    const { rows, nextCursor } = await listAccounts(db, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map(presentAccount(viewer));
  });

  mount(app, deps, adminContract.approveAccount, async ({ db, viewer, params, body, siteUrl }) =>
    presentAccount(viewer)(await approveAccount(db, viewer, { ...params, ...body, siteUrl })),
  );

  mount(app, deps, adminContract.suspendAccount, async ({ db, viewer, params, body }) =>
    presentAccount(viewer)(await suspendAccount(db, viewer, { ...params, ...body })),
  );

  mount(app, deps, adminContract.reinstateAccount, async ({ db, viewer, params, body, siteUrl }) =>
    presentAccount(viewer)(await reinstateAccount(db, viewer, { ...params, ...body, siteUrl })),
  );
}
