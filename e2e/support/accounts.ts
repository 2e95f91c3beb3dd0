import { randomInt, randomUUID } from "node:crypto";
import type { CurrentUserView } from "@nexby/contract/accounts/accounts";
import { type APIRequestContext, type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import type { DemoPersonKey } from "../../apps/server/src/demo/people.ts";
import { testEnvironment } from "../setup/test-environment.ts";

export const PASSWORD = "paddle-past-the-mill";

export const uniqueEmail = (): string => `${randomUUID()}@nexby.example`;

export const uniquePhone = (): string => `+1${randomInt(2_010_000_000, 9_999_999_999)}`;

export type Person = { firstName: string; lastName: string; email: string };

/** New account that waits for approval. Its session belongs to the given request context. */
export async function createAccount(request: APIRequestContext, name = "Robin Vale"): Promise<Person> {
  const [firstName = "", lastName = ""] = name.split(" ");
  const person = { firstName, lastName, email: uniqueEmail() };
  const response = await request.post("/api/auth/email-signup", {
    data: { ...person, password: PASSWORD, confirmPassword: PASSWORD, termsAccepted: true },
  });
  expect(response.status()).toBe(201);
  return person;
}

export async function signInAs(request: APIRequestContext, email: string, password: string): Promise<void> {
  const response = await request.post("/api/auth/email-signin", { data: { email, password } });
  expect(response.status()).toBe(200);
}

/** Signs in as a user of the demo data. The session is shared, so do not sign out. */
export async function signInAsDemo(context: BrowserContext, key: DemoPersonKey): Promise<void> {
  const { address, demoSessions } = testEnvironment();
  const cookie = demoSessions[key];
  if (!cookie) throw new Error(`${key} has no session for tests`);
  await context.addCookies([{ ...cookie, url: address }]);
}

/** Approves an account as the demo admin, in a separate browser context. */
export async function approve(browser: Browser, userId: string): Promise<void> {
  const office = await browser.newContext({ baseURL: testEnvironment().address });
  await signInAsDemo(office, "ada");
  const response = await office.request.post(`/api/admin/users/${userId}/approve`, { data: {} });
  expect(response.status()).toBe(200);
  await office.close();
}

export async function readCurrentUser(request: APIRequestContext): Promise<CurrentUserView | null> {
  const response = await request.get("/api/auth/user");
  return response.ok() ? ((await response.json()) as CurrentUserView) : null;
}

export const accountButton = (page: Page) => page.getByRole("banner").getByRole("button", { name: "Your account" });

export async function signOut(page: Page): Promise<void> {
  await accountButton(page).click();
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
}
