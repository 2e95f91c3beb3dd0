import type { SignInError } from "@nexby/contract/accounts/accounts";
import { withoutHidden } from "@nexby/contract/fields";
import { sql } from "drizzle-orm";
import type { ProviderUser, SignInProviderPort } from "../../../adapters/sign-in/sign-in-provider.port.ts";
import type { Db } from "../../../platform/db/db.ts";
import { newId } from "../../../platform/ids.ts";
import { hasContacts } from "../../../platform/no-contacts.ts";
import type { User } from "../../../schema/accounts.ts";
import { notify } from "../../notifications/public.ts";
import { findUserByEmail, insertUser, lockUser, updateUser } from "../accounts.queries.ts";
import { newToken, startSession, type Visit } from "../sessions.ts";
import {
  findUserByIdentity,
  insertIdentity,
  insertIdentityLink,
  insertSignInFlow,
  lockIdentity,
  takeSignInFlow,
} from "../sign-in-providers.queries.ts";

type BeginInput = { redirectUri: string; browser: string; returnTo: string };

/** Stores what the browser must bring back, and returns the provider URL to redirect to. */
export async function beginProviderSignIn(
  db: Db,
  signInProvider: SignInProviderPort,
  input: BeginInput,
): Promise<string> {
  const { redirectUri, browser, returnTo } = input;
  const checks = { state: newToken(), nonce: newToken(), codeVerifier: newToken() };
  const address = await signInProvider.begin(redirectUri, checks);
  await insertSignInFlow(db, { ...checks, browser, returnTo });
  return address;
}

type FinishInput = { redirectUri: string; query: string; browser: string | undefined };

type Outcome =
  | { kind: "signed-in"; token: string; returnTo: string }
  /** The account's owner must first consent, with this code. */
  | { kind: "consent"; code: string }
  | { kind: "refused"; reason: SignInError };

const refused = (reason: SignInError): Outcome => ({ kind: "refused", reason });

/** Handles the browser's return from the sign-in provider. */
export async function finishProviderSignIn(
  db: Db,
  signInProvider: SignInProviderPort,
  { redirectUri, query, browser }: FinishInput,
  visit: Visit,
): Promise<Outcome> {
  const state = new URLSearchParams(query).get("state");
  const flow = state && browser ? await takeSignInFlow(db, state, browser) : null;
  if (!flow) return refused("flow_expired");
  const person = await signInProvider.finish(redirectUri, query, flow);
  if (!person) return refused("access_denied");

  return db.transaction(async (tx) => {
    await lockIdentity(tx, person);
    const found = (await findUserByIdentity(tx, person)) ?? (await createUser(tx, person));
    const user = found && (await lockUser(tx, found.id));
    if (!user) return requestConsent(tx, person, flow.returnTo);
    if (user.suspendedAt) return refused("account_suspended");
    await cleanNames(tx, user);
    const { token } = await startSession(tx, user.id, { ...visit, idToken: person.idToken });
    return { kind: "signed-in", token, returnTo: flow.returnTo };
  });
}

/** Names that a provider gave us before characters that nobody sees were left out. */
async function cleanNames(tx: Db, { id, firstName, lastName }: User): Promise<void> {
  const clean = (name: string | null) => name && (withoutHidden(name).trim() || null);
  const names = { firstName: clean(firstName), lastName: clean(lastName) };
  if (names.firstName !== firstName || names.lastName !== lastName) await updateUser(tx, id, names);
}

/** Returns null without an email, or if the email already has an account, which is never touched. */
async function createUser(tx: Db, person: ProviderUser): Promise<User | null> {
  const { issuer, subject, email, isEmailVerified } = person;
  if (email === null) return null;
  const emailVerifiedAt = isEmailVerified ? sql`app_now()` : null;
  // The provider's screen can't show our message, so the person is asked for a name later.
  const isNamed = !hasContacts(person.firstName, person.lastName);
  const names = { firstName: isNamed ? person.firstName : null, lastName: isNamed ? person.lastName : null };
  const user = await insertUser(tx, { id: newId(), email, ...names, emailVerifiedAt });
  if (!user) return null;
  await insertIdentity(tx, { userId: user.id, issuer, subject, email });
  await notify(tx, user.id, { kind: "welcome", data: {} });
  return user;
}

/**
 * A matching email does not prove ownership, because someone may have signed up with an address that is not theirs. The
 * identity stays pending until the account's owner consents.
 */
async function requestConsent(tx: Db, person: ProviderUser, returnTo: string): Promise<Outcome> {
  const { issuer, subject, email, idToken } = person;
  if (email === null) return refused("email_missing");
  if (!person.isEmailVerified) return refused("email_taken");
  const user = await findUserByEmail(tx, email);
  // The account was deleted or changed its email a moment ago.
  if (!user) return refused("flow_expired");
  if (user.suspendedAt) return refused("account_suspended");
  return {
    kind: "consent",
    code: await insertIdentityLink(tx, { userId: user.id, issuer, subject, email, idToken, returnTo }),
  };
}
