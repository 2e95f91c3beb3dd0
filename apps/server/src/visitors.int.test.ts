import { join } from "node:path";
import { signIn, signUp } from "@nexby/contract/accounts/accounts";
import { getPublicProfile } from "@nexby/contract/accounts/profile";
import { getActivePrivacyPolicy, getActiveTerms } from "@nexby/contract/content/policies";
import { listCategories } from "@nexby/contract/listings/categories";
import { getItem, listItems } from "@nexby/contract/listings/items";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEMO_PEOPLE } from "./demo/people.ts";
import { seedDemo } from "./demo/seed.ts";
import { projectRoot } from "./platform/config.ts";
import { call } from "./testing/call.ts";
import { startTestApp, type TestApp } from "./testing/test-app.ts";
import { useTestDatabase } from "./testing/test-database.ts";

const database = useTestDatabase();
let app: TestApp;
beforeAll(async () => {
  await seedDemo(database().db, "a secret of this test");
  app = await startTestApp({ db: database().db, webDirectory: join(projectRoot, "apps/web/dist") });
});
afterAll(() => app.close());

test("[ROLE-01] a visitor browses categories, items, one item and its owner's profile", async () => {
  expect((await call(app.origin, listCategories)).body).toHaveLength(15);
  const { body: items } = await call(app.origin, listItems);
  const first = items[0];
  const { body: item } = await call(app.origin, getItem, { params: { itemId: first?.id ?? "" } });
  expect(item.title).toBe(first?.title);
  const { body: owner } = await call(app.origin, getPublicProfile, { params: { userId: item.ownerId } });
  expect(owner).toMatchObject({
    firstName: item.owner.firstName,
    city: "Maplewood",
    state: "NJ",
    isPhoneVerified: true,
  });
});

test("[ROLE-01] a visitor reads the policies", async () => {
  expect((await call(app.origin, getActiveTerms)).body.content).toContain("Terms and Conditions");
  expect((await call(app.origin, getActivePrivacyPolicy)).body.content).toContain("Privacy Policy");
});

test("[ROLE-01] a visitor reads how it works", async () => {
  const response = await fetch(`${app.origin}/how-it-works`);
  expect(response.status).toBe(200);
  const [heading] = (await response.text()).match(/<h1[^>]*>[^<]*/) ?? [];
  expect(heading).toMatch(/>How it works$/);
});

test("[ROLE-01] a visitor signs up and signs in", async () => {
  const credentials = { email: "visitor@nexby.example", password: "a quiet place by the river" };
  const newUser = { firstName: "Vic", lastName: "Tor", ...credentials, confirmPassword: credentials.password };
  await call(app.origin, signUp, { body: { ...newUser, termsAccepted: true } });
  const { body } = await call(app.origin, signIn, { body: credentials });
  expect(body.user.email).toBe(credentials.email);
});

test("the server counts a search in a page's URL once per visitor", async () => {
  const { db } = database();
  const own = await startTestApp({ db, webDirectory: join(projectRoot, "apps/web/dist"), proxyHops: 1 });
  for (const visitor of ["203.0.113.7", "203.0.113.8", "203.0.113.8"]) {
    await fetch(`${own.origin}/browse?search=kayak`, { headers: { "x-forwarded-for": visitor } });
  }
  await own.close();
  const { rows } = await db.execute(sql`select text, searches from search_analytics where text = 'kayak'`);
  expect(rows).toEqual([{ text: "kayak", searches: 2 }]);
});

test("a visitor never sees an email or phone number", async () => {
  const { body: items } = await call(app.origin, listItems, { query: { limit: "100" } });
  const owners = [...new Set(items.map(({ ownerId }) => ownerId))];
  const paths = ["/api/items?limit=100", `/api/items/${items[0]?.id}`, ...owners.map((id) => `/api/users/${id}`)];
  const everything = await Promise.all(paths.map(async (path) => (await fetch(app.origin + path)).text()));
  for (const { email, phoneNumber } of DEMO_PEOPLE) {
    expect(everything.join()).not.toContain(email);
    if (phoneNumber) expect(everything.join()).not.toContain(phoneNumber);
  }
  expect(owners.length).toBeGreaterThan(1);
});
