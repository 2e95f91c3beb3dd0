import type { Page } from "@playwright/test";
import { approve, createAccount, readCurrentUser, uniqueEmail } from "../support/accounts.ts";
import { readItems } from "../support/api.ts";
import { findItem, freeRange, readDays } from "../support/rental-form.ts";
import { expect, test } from "../support/test.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test("[ROUTE-07][LAND-08][LAND-14] visitors see the landing page and users their home page", async ({
  page,
  context,
  request,
}) => {
  const items = await readItems(request);
  await page.goto("/home");
  await expect(heading(page)).toHaveText("Rent & Share Locally");

  await createAccount(context.request, "Quinn Moss");
  await page.evaluate(() => sessionStorage.clear());
  await page.goto("/how-it-works");
  const description = page.locator('meta[name="description"]');
  await expect(description).not.toHaveAttribute("content", /share locally/);
  await page.evaluate(() => history.pushState(null, "", "/home"));
  await expect(heading(page)).toHaveText("Welcome back, Quinn");
  await expect(page).toHaveTitle(/Rent & share locally/i);
  await expect(description).toHaveAttribute("content", /rent and share locally/i);
  const toDos = page.getByRole("region", { name: "Needs your attention" });
  await expect(toDos.getByRole("heading", { level: 3 })).toHaveText(["Waiting for approval", "Complete your profile"]);
  await expect(toDos.getByRole("link", { name: "Verify email and phone" })).toBeVisible();
  await expect(toDos).toContainText("To list items, add: Phone number, City, State.");
  const newest = page.getByRole("region", { name: "New on Nexby" });
  await expect(newest.getByRole("heading", { level: 3 })).toHaveText(items.slice(0, 8).map(({ title }) => title));

  const questions = page.getByRole("region", { name: "Frequently asked questions" });
  const entries = questions.locator("details");
  await expect(entries).toHaveCount(4);
  const [first, second] = [entries.nth(0), entries.nth(1)];
  await first.locator("summary").click();
  await expect(first.getByText("Find an item, choose your dates")).toBeVisible();
  await second.locator("summary").focus();
  await page.keyboard.press("Enter");
  await expect(second.getByRole("paragraph")).toBeVisible();
  await expect(first.getByRole("paragraph"), "one is open at a time").toBeHidden();
  await questions.getByRole("link").click();
  await expect(page).toHaveURL("/help-center");
  await page.goBack();
  await expect(heading(page)).toHaveText("Welcome back, Quinn");

  const change = { phoneNumber: "+12015550177", city: "Maplewood", state: "NJ", firstName: "Quincy" };
  expect((await context.request.patch("/api/profile", { data: change })).status()).toBe(200);
  await page.reload();
  await expect(heading(page)).toHaveText("Welcome back, Quincy");
  const near = page.getByRole("region", { name: "Near you" });
  await expect(near.getByRole("listitem")).toHaveCount(8);
  await expect(near.getByRole("link", { name: "View All" })).toHaveAttribute("href", /place=Maplewood%2C\+NJ/);
  await expect(toDos.getByRole("heading", { level: 3 })).toHaveText(["Waiting for approval"]);
});

test("[ROUTE-07] [ROLE-05] a user without consent to the terms is asked for it at home and when renting", async ({
  page,
  context,
  browser,
}) => {
  const email = uniqueEmail();
  await page.goto("/auth?returnTo=%2Fhome");
  await page.getByRole("link", { name: /^Continue with/ }).click();
  await page.getByLabel("First name").fill("Nell");
  await page.getByLabel("Last name").fill("New");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL("/home");
  await expect(heading(page)).toHaveText("A few details first");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("checkbox")).toHaveAccessibleDescription("You must accept the terms and conditions");

  const user = await readCurrentUser(context.request);
  expect(user).toMatchObject({ email, termsAcceptedAt: null });
  await approve(browser, user?.id ?? "");
  await page.evaluate(() => sessionStorage.clear());
  const item = await findItem(
    context.request,
    ({ offerPickup, isInstant, minRentalDays, foodTruck }) =>
      offerPickup && !isInstant && minRentalDays <= 2 && !foodTruck,
  );
  const { from, to } = freeRange((await readDays(context.request, item.id)).slice(2), 2);
  await page.goto(`/listings/${item.id}?from=${from}&to=${to}`);
  await page.getByRole("button", { name: "Request to book" }).click();
  const dialog = page.getByRole("dialog", { name: "Complete Your Profile" });
  await expect(dialog).toContainText("To rent items, please complete your profile with the required information.");
  await expect(dialog.getByRole("listitem")).toHaveText(["Terms acceptance"]);
  await dialog.getByRole("link", { name: "Complete Profile" }).click();
  await expect(page).toHaveURL("/profile");
  const form = page.getByRole("form", { name: "Terms and Conditions" });
  await form.getByRole("checkbox").check();
  await form.getByRole("button", { name: "Accept terms" }).click();
  await page.getByRole("link", { name: "Continue with your booking" }).click();
  await expect(page).toHaveURL(new RegExp(`/combined-checkout/${item.id}\\?from=${from}&to=${to}`));
  await expect(page.getByRole("button", { name: /^Request to book · \$/ })).toBeVisible();

  await page.goto("/home");
  await expect(heading(page)).toHaveText("Welcome back, Nell");
  await page.route("**/api/auth/user", (route) =>
    route.fulfill({ json: { ...user, termsAcceptedAt: new Date().toISOString(), lastName: null } }),
  );
  await page.evaluate(() => sessionStorage.clear());
  await page.goto("/home");
  await expect(heading(page), "a name is missing").toHaveText("A few details first");
});
