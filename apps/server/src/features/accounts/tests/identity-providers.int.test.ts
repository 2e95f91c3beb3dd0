import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Manner, type ProviderUnderTest, startProvider } from "../../../adapters/identity/provider-under-test.ts";
import {
  CALLBACK,
  isNobody,
  login,
  pathOf,
  SITE,
  startWithProvider,
  stranger,
  visitorOf,
  whoIs,
} from "../../../testing/people/web-visitor.ts";
import type { TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";

const database = useTestDatabase();
beforeEach(() => database().db.execute(sql`truncate throttles`));

const MANNERS: [string, Manner][] = [
  [
    "secret in the body, ES256, claims from userinfo, no sign-out",
    { clientAuth: "client_secret_post", algorithm: "ES256", hasClaimsInIdToken: false, hasSignOut: false },
  ],
  [
    "no secret, Ed25519, claims in the ID token, sign-out",
    { clientAuth: "none", algorithm: "EdDSA", hasClaimsInIdToken: true, hasSignOut: true },
  ],
  [
    "secret in the header, RS256, claims from userinfo, sign-out",
    { clientAuth: "client_secret_basic", algorithm: "RS256", hasClaimsInIdToken: false, hasSignOut: true },
  ],
];

describe.each(MANNERS)("an external provider: %s", (_, manner) => {
  let provider: ProviderUnderTest;
  let app: TestApp;
  beforeAll(async () => {
    provider = await startProvider(SITE + CALLBACK, manner);
    app = await startWithProvider(database().db, provider.settings);
  });
  afterAll(async () => {
    await app.close();
    await provider.close();
  });

  const arrive = async (subject: string, claims: Record<string, unknown>) => {
    provider.seat(subject, claims);
    const visitor = visitorOf(app);
    return { visitor, place: await login(visitor, SITE, "/browse") };
  };
  const identityRows = async (email: string) => {
    const { rows } = await database().db.execute<{ issuer: string; subject: string; verified: boolean }>(sql`
      select issuer, subject, email_verified_at is not null as verified from users
      join user_identities on user_id = users.id where users.email = ${email}`);
    return rows;
  };

  test("[ROUTE-08] gives a new user an account, recognizes them again, and signs them out", async () => {
    const { email } = stranger();
    const claims = { email: email.toUpperCase(), email_verified: true, given_name: "Ida", family_name: "Moss" };
    const first = await arrive(`new ${email}`, claims);
    expect(first.place.url.href).toBe(`${SITE}/browse`);
    const signedIn = await whoIs(first.visitor, SITE, app.origin);
    expect(signedIn).toMatchObject({ email, firstName: "Ida", lastName: "Moss", isApproved: false });
    expect(await identityRows(email)).toEqual([
      { issuer: provider.settings.issuer, subject: `new ${email}`, verified: true },
    ]);
    expect(provider.asked).toContain(
      manner.clientAuth === "client_secret_basic" ? "POST /token, Basic" : "POST /token",
    );
    expect(provider.asked.includes("GET /me, Bearer")).toBe(!manner.hasClaimsInIdToken);

    const second = await arrive(`new ${email}`, { email: "moved@nexby.example", email_verified: true });
    expect((await whoIs(second.visitor, SITE, app.origin)).id).toBe(signedIn.id);

    const left = await second.visitor.open(`${SITE}/api/logout`);
    if (manner.hasSignOut) {
      expect(left.trail[0]).toContain(`${provider.settings.issuer}/session/end?`);
      expect(new URL(left.trail[0] ?? "").searchParams.get("post_logout_redirect_uri")).toBe(`${SITE}/`);
    } else {
      expect(left.trail).toEqual([`${SITE}/`]);
    }
  });

  test.each([
    ["says it is not verified", { email_verified: false }],
    ["does not say", {}],
    ["says something else", { email_verified: "yes" }],
    ["says 1", { email_verified: 1 }],
  ])("an address of which it %s creates an unverified account and never opens an existing one", async (_, more) => {
    const { email } = stranger();
    const { place } = await arrive(`one ${email}`, { email, ...more });
    expect(place.url.href).toBe(`${SITE}/browse`);
    expect(await identityRows(email)).toMatchObject([{ verified: false }]);
    const other = await arrive(`two ${email}`, { email, ...more });
    expect(pathOf(other.place)).toBe("/auth?error=email_taken");
    expect(await isNobody(other.visitor, SITE, app.origin)).toBe(true);
  });

  test("may send email_verified as text", async () => {
    const { email } = stranger();
    await arrive(`text ${email}`, { email, email_verified: "true" });
    expect(await identityRows(email)).toMatchObject([{ verified: true }]);
  });

  test.each([
    ["no address", {}],
    ["no usable address", { email: "nobody", email_verified: true }],
    ["an address that is a list", { email: ["a@nexby.example", "b@nexby.example"], email_verified: true }],
  ])("sends %s: no account is created", async (what, claims) => {
    const { place, visitor } = await arrive(`without ${what}`, claims);
    expect(pathOf(place)).toBe("/auth?error=email_missing");
    expect(await isNobody(visitor, SITE, app.origin)).toBe(true);
  });

  test("reports it when the user declines", async () => {
    provider.seat(null);
    const visitor = visitorOf(app);
    expect(pathOf(await login(visitor, SITE))).toBe("/auth?error=access_denied");
    expect(await isNobody(visitor, SITE, app.origin)).toBe(true);
  });
});
