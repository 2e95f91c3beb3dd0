import type { Page } from "@playwright/test";
import { createAccount, readCurrentUser } from "./support/accounts.ts";
import { readAllItems, readCategories, readDemoItems, readItems } from "./support/api.ts";
import { cardsOf } from "./support/item-cards.ts";
import { expect, test } from "./support/test.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** Address, heading and title as a visitor sees them. */
const PAGES: readonly [path: string, heading: string | RegExp, title: string][] = [
  ["/", "Rent & Share Locally", "Rent & share locally"],
  ["/auth", "Welcome to Nexby", "Sign in or sign up"],
  ["/home", "Rent & Share Locally", "Rent & share locally"],
  ["/browse", /^\d+ results$/, "Browse items"],
  ["/how-it-works", "How it works", "How it works"],
  ["/prohibited-items", "Prohibited items", "Prohibited items"],
  ["/help-center", "Help center", "Help center"],
  ["/cookie-policy", "Cookie Policy", "Cookie Policy"],
  ["/terms", "Terms and Conditions", "Terms and Conditions"],
  ["/privacy-policy", "Privacy Policy", "Privacy Policy"],
  ["/welcome", "Welcome to Nexby", "Welcome"],
  ["/payment-setup-complete", "Payout account", "Payout account"],
  ["/success", "Thanks for your payment", "Thanks for your payment"],
  ["/booking-success", "Your request is with the owner", "Your booking"],
  ["/cancel", "Nothing was charged", "Nothing was charged"],
  ["/quick-onboarding", "A few details first", "A few details first"],
  ["/complete-registration", "Complete your registration", "Complete your registration"],
  ["/verify-contact", "Verify your contact details", "Verify your contact details"],
];

for (const [path, text, title] of PAGES) {
  test(`[ROUTE-01] ${path} answers with its own page`, async ({ page }) => {
    const response = await page.goto(path);
    expect(response?.status()).toBe(200);
    await expect(heading(page)).toHaveText(text);
    await expect(heading(page)).toHaveCount(1);
    await expect(page).toHaveTitle(`${title} · Nexby`);
  });
}

test("[ROUTE-01] a listing and a person have a page each, which lead to each other", async ({ page, request }) => {
  const [item] = await readDemoItems(request);
  const { firstName, lastName, id } = item?.owner ?? { firstName: "", lastName: "", id: "" };
  await page.goto(`/listings/${item?.id}`);
  await page.getByRole("link", { name: `Shared by ${firstName} ${lastName.charAt(0)}.` }).click();
  await expect(page).toHaveURL(`/users/${id}`);
  await expect(heading(page)).toHaveText(`${firstName} ${lastName}`);
  await expect(page).toHaveTitle(`${firstName} ${lastName} · Nexby`);
  await expect(page.getByText(/^Member since \w+ 20\d\d$/)).toBeVisible();
  const theirs = (await readAllItems(request)).filter(({ ownerId }) => ownerId === id);
  await expect(cardsOf(page).getByRole("heading")).toHaveText(theirs.map(({ title }) => title));
});

test("[ROUTE-01] a person's page follows what they change", async ({ page, context }) => {
  await createAccount(context.request, "Wren Ash");
  const user = await readCurrentUser(context.request);
  const address = `/users/${user?.id}`;
  await page.goto(address);
  await expect(heading(page)).toHaveText("Wren Ash");
  await expect(page.getByText("Email not verified")).toBeVisible();
  await expect(page.getByText("Wren shares nothing right now.")).toBeVisible();
  await context.request.patch("/api/profile", { data: { lastName: "Elm", city: "Maplewood", state: "NJ" } });
  await page.goto(address);
  await expect(heading(page)).toHaveText("Wren Elm");
  await expect(page.getByText("Maplewood, NJ")).toBeVisible();
});

test("[ROUTE-01] the three texts show the version in force, in parts that can be jumped to", async ({
  page,
  request,
}) => {
  for (const kind of ["terms", "privacy-policy", "cookie-policy"]) {
    const policy = (await (await request.get(`/api/${kind}/active`)).json()) as { version: number; content: string };
    const titles = policy.content.match(/^\d+\. .+$/gm) ?? [];
    expect(titles.length).toBeGreaterThan(3);
    await page.goto(`/${kind}`);
    await expect(page.getByText(new RegExp(`^Version ${policy.version}, \\w+ \\d+, 20\\d\\d$`))).toBeVisible();
    await expect(page.getByRole("article").getByRole("heading", { level: 2 })).toHaveText(titles);
    const last = titles.at(-1) ?? "";
    await page.getByRole("navigation", { name: "Contents" }).getByRole("link", { name: last }).click();
    await expect(page.getByRole("article").getByRole("heading", { name: last })).toBeInViewport();
  }
});

test("[ROUTE-01] prohibited items come from the API, by category, and can be searched", async ({ page, request }) => {
  const all = (await (await request.get("/api/prohibited-items")).json()) as { category: string; item: string }[];
  await page.goto("/prohibited-items");
  const groups = page.getByRole("main").getByRole("heading", { level: 2 });
  await expect(groups).toHaveText([...new Set(all.map(({ category }) => category))]);
  await expect(page.getByRole("status")).toHaveText(`${all.length} kinds of things`);
  await page.getByRole("searchbox", { name: "Search prohibited items" }).fill("FIREworks");
  await expect(groups).toHaveText(["Weapons"]);
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(1);
  await page.getByRole("searchbox", { name: "Search prohibited items" }).fill("teapot");
  await expect(page.getByText("Nothing on the list matches.")).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(all.length);
});

test("[ROUTE-01] the result pages survive a reload, a missing id and an unknown one", async ({ page, request }) => {
  const [item] = await readItems(request);
  for (const path of ["/success", "/booking-success", "/cancel"]) {
    await page.goto(`${path}?itemId=${item?.id}`);
    const summary = page.getByRole("main").locator(`a[href="/listings/${item?.id}"]`);
    await expect(summary).toContainText(item?.title ?? "");
    await page.reload();
    await expect(summary).toBeVisible();
    for (const broken of ["", "?itemId=", "?itemId=%27or%201", "?itemId=../../api"]) {
      await page.goto(path + broken);
      await expect(heading(page)).toBeVisible();
      await expect(page.getByRole("main").getByRole("link").first()).toBeVisible();
    }
  }
  await expect(page.getByText("You left before paying.")).toBeVisible();
});

test("[ROUTE-01] the result pages say who is signed in", async ({ page, context }) => {
  const { email } = await createAccount(context.request);
  for (const path of ["/success", "/booking-success", "/cancel", "/payment-setup-complete"]) {
    await page.goto(path);
    await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
  }
  await expect(page.getByText("Not set up")).toBeVisible();
});

test("[ROUTE-01] a payout account that is ready is called so", async ({ page, context }) => {
  await createAccount(context.request);
  await page.route("**/api/payouts/account/refresh", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), state: "ready", bankLast4: "6789" } });
  });
  await page.goto("/payment-setup-complete");
  await expect(page.getByText("your bank account ending in 6789")).toBeVisible();
  await expect(page.getByText("Ready", { exact: true })).toBeVisible();
});

test.describe("what is not there", () => {
  test.use({ expectedProblems: /status of 404/ });

  test("[ROUTE-02] any other path is not found, with a search and popular categories", async ({ page, request }) => {
    const categories = await readCategories(request);
    for (const path of ["/no/such/page", "/brows", "/listings", "/users", "/admin/no", "/Home/x"]) {
      const response = await page.goto(path);
      expect(response?.status(), path).toBe(404);
      await expect(heading(page)).toHaveText("Page not found");
      await expect(page).toHaveTitle("Page not found · Nexby");
    }
    const chips = page.getByRole("navigation", { name: "Popular categories" }).getByRole("link");
    await expect(chips).toHaveCount(6);
    await expect(chips.first()).toHaveAttribute("href", `/browse?category=${categories[0]?.slug}`);
    await page.getByRole("searchbox", { name: "Search all items" }).fill("kayak");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/browse?search=kayak");
  });

  test("a listing and a person that nobody has are not found", async ({ page }) => {
    for (const id of ["01900000-0000-7000-8000-000000000000", "nobody"]) {
      expect((await page.goto(`/users/${id}`))?.status()).toBe(404);
      await expect(heading(page)).toHaveText("Page not found");
    }
    await page.goto("/browse");
    await expect(cardsOf(page).first()).toBeVisible();
    await page.evaluate(() => {
      history.pushState(null, "", "/users/01900000-0000-7000-8000-000000000000");
    });
    await expect(heading(page)).toHaveText("Person not found");
    await page.evaluate(() => {
      history.pushState(null, "", "/listings/01900000-0000-7000-8000-000000000000");
    });
    await expect(heading(page)).toHaveText("Listing not found");
    await expect(page).toHaveTitle("Listing not found · Nexby");
  });
});
