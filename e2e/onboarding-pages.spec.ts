import type { APIRequestContext, Page } from "@playwright/test";
import { createAccount, uniquePhone } from "./support/accounts.ts";
import { readCategories } from "./support/api.ts";
import { expect, test } from "./support/test.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

async function readProfile(request: APIRequestContext): Promise<Record<string, unknown>> {
  return (await request.get("/api/profile")).json();
}

test("[ROLE-06] the first choice, renter or owner, is stored and shown again", async ({ page, context }) => {
  await createAccount(context.request, "Iris Lake");
  expect(await readProfile(context.request)).toMatchObject({ primaryUse: null });
  await page.goto("/welcome");
  await expect(heading(page)).toHaveText("Welcome, Iris");
  await page.getByRole("button", { name: /^I want to rent/ }).click();
  await expect(page).toHaveURL("/browse");
  expect(await readProfile(context.request)).toMatchObject({ primaryUse: "renter" });

  await page.goto("/welcome");
  await expect(page.getByRole("button", { name: /^I want to rent/ })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: /^I want to list/ }).click();
  await expect(page).toHaveURL("/complete-registration");
  expect(await readProfile(context.request)).toMatchObject({ primaryUse: "owner" });
});

test("a visitor is welcomed with what is shared, and comes back after signing up", async ({ page, request }) => {
  const categories = await readCategories(request);
  await page.goto("/welcome");
  await expect(page.getByRole("navigation", { name: "Popular categories" }).getByRole("link")).toHaveCount(
    Math.min(6, categories.length),
  );
  await expect(page.getByRole("main").getByRole("link", { name: "Create an account" })).toHaveAttribute(
    "href",
    "/auth?mode=signup&returnTo=%2Fwelcome",
  );
});

test.describe("a choice that cannot be stored", () => {
  test.use({ expectedProblems: /status of 400/ });

  test("is said, and stays on the page", async ({ page, context }) => {
    await createAccount(context.request);
    await page.goto("/welcome");
    await page.route("**/api/profile", (route) =>
      route.request().method() === "PATCH"
        ? route.fulfill({ status: 400, json: { message: "Not today", code: "validation_failed" } })
        : route.continue(),
    );
    await page.getByRole("button", { name: /^I want to rent/ }).click();
    await expect(page.getByRole("alert")).toHaveText("Not today");
    await expect(page).toHaveURL("/welcome");
  });
});

test("[ROLE-06] quick onboarding asks for names and the primary use, and checks them", async ({ page, context }) => {
  await createAccount(context.request, "Iris Lake");
  await page.goto("/quick-onboarding");
  await expect(page.getByRole("textbox", { name: "First name" })).toHaveValue("Iris");
  await page.getByRole("textbox", { name: "Last name" }).fill("");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("textbox", { name: "Last name" })).toHaveAccessibleDescription("Last name is required");
  await expect(page.getByRole("radiogroup", { name: "What brings you here most?" })).toHaveAccessibleDescription(
    "Please choose renter or owner",
  );
  await page.getByRole("textbox", { name: "Last name" }).fill("Pond");
  await page.getByRole("radio", { name: "List items" }).check();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL("/complete-registration");
  expect(await readProfile(context.request)).toMatchObject({ lastName: "Pond", primaryUse: "owner" });
});

test("complete registration takes phone, city and state, all of them, and goes on to verify", async ({
  page,
  context,
}) => {
  await createAccount(context.request);
  const phoneNumber = uniquePhone();
  await page.goto("/complete-registration");
  await page.getByRole("button", { name: "Save and verify" }).click();
  await expect(page.getByRole("textbox", { name: "Phone number" })).toHaveAccessibleDescription(
    /Please enter a phone number with its country code/,
  );
  await expect(page.getByRole("textbox", { name: "City" })).toHaveAccessibleDescription("City is required");
  await expect(page.getByRole("combobox", { name: "State" })).toHaveAccessibleDescription("Please choose a US state");
  await page.getByRole("textbox", { name: "Phone number" }).fill(phoneNumber);
  await page.getByRole("textbox", { name: "City" }).fill("Maplewood");
  await page.getByRole("combobox", { name: "State" }).selectOption("NJ");
  await page.getByRole("button", { name: "Save and verify" }).click();
  await expect(page).toHaveURL("/verify-contact");
  await expect(page.getByText(phoneNumber)).toBeVisible();
  expect(await readProfile(context.request)).toMatchObject({ phoneNumber, city: "Maplewood", state: "NJ" });
});

test("visitors sign in first and come back", async ({ page }) => {
  for (const path of ["/quick-onboarding", "/complete-registration", "/payment-setup-complete"]) {
    await page.goto(path);
    await expect(page.getByRole("main").getByRole("link", { name: "Sign In" })).toHaveAttribute(
      "href",
      `/auth?mode=signin&returnTo=${encodeURIComponent(path)}`,
    );
  }
});
