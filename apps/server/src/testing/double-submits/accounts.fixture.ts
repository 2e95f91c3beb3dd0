import { signIn } from "@nexby/contract/accounts/accounts";
import { requestPasswordReset, sendVerificationCode, startEmailChange } from "@nexby/contract/accounts/passwords";
import { eq } from "drizzle-orm";
import { hashToken, newToken } from "../../features/accounts/sessions.ts";
import { newId } from "../../platform/ids.ts";
import { identityLinks, passwordResets, sessions, userIdentities, users } from "../../schema/accounts.ts";
import { call } from "../call.ts";
import { ACTIVE_TERMS_VERSION } from "../factories.ts";
import { jpeg } from "../listings/good-files.ts";
import { once, type Scenarios, twice } from "./submission.ts";
import type { World } from "./world.fixture.ts";

const NEW_PASSWORD = "another place by the lake";
const NEW_PASSWORDS = { password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };

export function accountScenarios(world: World): Scenarios {
  const { database, origin, member, person, nameOf, password, goodBody, codeSentTo } = world;

  const identityCode = async () => {
    const { id, email } = await member();
    const code = newToken();
    const identity = { issuer: "https://id.example", subject: newId(), email, idToken: "x", returnTo: "/" };
    await database()
      .db.insert(identityLinks)
      .values({ codeHash: hashToken(code), userId: id, ...identity });
    return code;
  };

  return {
    signUp: once(async () => ({
      headers: {},
      body: { ...goodBody("POST /api/auth/email-signup"), email: `${nameOf("new").replace(" ", "")}@nexby.example` },
    })),
    signIn: twice("Each sign-in is a session of its own, on the page of sessions", async () => {
      const { email } = await member();
      return { headers: {}, body: { email, password } };
    }),
    signOut: once(async () => ({ headers: (await member()).headers })),
    revokeSession: once(async () => {
      const { id, headers } = await member();
      const sessionId = newId();
      await database().db.insert(sessions).values({ id: sessionId, userId: id, device: "Phone", tokenHash: sessionId });
      return { headers, params: { sessionId } };
    }),
    revokeOtherSessions: once(async () => {
      const { headers, email } = await member();
      await call(origin(), signIn, { body: { email, password } });
      return { headers };
    }),
    previewIdentityLink: once(async () => ({ headers: {}, body: { code: await identityCode() } })),
    linkIdentity: once(async () => ({ headers: {}, body: { code: await identityCode(), password } })),
    unlinkIdentity: once(async () => {
      const { id: userId, headers } = await member();
      const identityId = newId();
      const identity = { issuer: "https://id.example", subject: identityId };
      await database()
        .db.insert(userIdentities)
        .values({ id: identityId, userId, ...identity });
      return { headers, params: { identityId } };
    }),
    requestPasswordReset: twice("Another request sends another link, up to a limit per mailbox", async () => ({
      headers: {},
      body: { email: (await member()).email },
    })),
    resetPassword: once(async () => {
      const { id: userId, email } = await member();
      await call(origin(), requestPasswordReset, { body: { email } });
      const token = newToken();
      await database()
        .db.insert(passwordResets)
        .values({ id: newId(), userId, tokenHash: hashToken(token) });
      return { headers: {}, body: { token, ...NEW_PASSWORDS } };
    }),
    changePassword: once(async () => ({
      headers: (await member()).headers,
      body: { currentPassword: password, ...NEW_PASSWORDS },
    })),
    startEmailChange: once(async () => {
      const { headers, email } = await member();
      return { headers, body: { email: `new-${email}`, password } };
    }),
    confirmEmailChange: once(async () => {
      const { headers, email } = await member();
      const next = `new-${email}`;
      await call(origin(), startEmailChange, { headers, body: { email: next, password } });
      return { headers, body: { currentCode: await codeSentTo(email), newCode: await codeSentTo(next) } };
    }),
    sendVerificationCode: once(async () => ({ headers: (await member()).headers, body: { channel: "email" } })),
    confirmVerificationCode: once(async () => {
      const { headers, email } = await member();
      await call(origin(), sendVerificationCode, { headers, body: { channel: "email" } });
      return { headers, body: { channel: "email", code: await codeSentTo(email) } };
    }),
    updateProfile: once(async () => ({ headers: (await person()).headers, body: { city: "Summit" } })),
    uploadProfilePhoto: twice("A file that is sent again is stored again, and the unused one is removed", async () => ({
      headers: (await member()).headers,
      file: { bytes: await jpeg({ width: 30, height: 20 }) },
    })),
    acceptTerms: once(async () => {
      const { id, headers } = await person();
      await database().db.update(users).set({ termsVersion: null, termsAcceptedAt: null }).where(eq(users.id, id));
      return { headers, body: { version: ACTIVE_TERMS_VERSION, termsAccepted: true } };
    }),
  };
}
