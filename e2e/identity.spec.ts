import type { Page } from "@playwright/test";
import { testEnvironment } from "./setup/test-environment.ts";
import { expect, test } from "./support/test.ts";

// The page that is left for /api/logout may just be asking for its news, of which there are none any more.
test.use({ expectedProblems: /status of 401 .*\/api\/(events|notifications|bookings)/ });

const HOSTS = ["127.0.0.1", "localhost"];

const siteAt = (host: string) => {
  const url = new URL(testEnvironment().address);
  url.hostname = host;
  return url.origin;
};

/** As the page's own scripts would learn it; a visitor's 401 is not to be complained of by the console. */
const currentEmail = async (page: Page): Promise<string | null> => {
  const response = await page.request.get(new URL("/api/auth/user", page.url()).href);
  return response.ok() ? ((await response.json()) as { email: string }).email : null;
};

async function signInByName(page: Page, email: string): Promise<void> {
  await page.getByLabel("First name").fill("Quinn");
  await page.getByLabel("Last name").fill("Ibarra");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
}

for (const host of HOSTS) {
  test(`[ROUTE-08] at ${host}, /api/login signs in by the demo's provider and /api/logout out again`, async ({ page }, {
    project,
  }) => {
    const site = siteAt(host);
    const email = `quinn-${host}-${project.name.replace(/\W+/g, "-")}@nexby.example`;
    await page.goto(`${site}/api/login?returnTo=/credits`);
    await expect(page).toHaveURL(new RegExp(`^${site}/oidc/interaction/`));
    await expect(page.getByRole("button", { name: "Maya Rivera" })).toBeVisible();

    // What is on its way when the session ends is refused, which browsers write down as an error.
    const counted = page.waitForResponse(`${site}/api/bookings/counts`);
    await signInByName(page, email);
    await expect(page).toHaveURL(`${site}/credits`);
    expect(await currentEmail(page)).toBe(email);
    await counted;

    await page.goto(`${site}/api/logout`);
    await expect(page).toHaveURL(`${site}/`);
    expect(await currentEmail(page)).toBeNull();
  });
}

test.describe("what is typed wrong", () => {
  test.use({ expectedProblems: /400 \(Bad Request\)/ });

  test("is told on the page, and what was typed stays", async ({ page }) => {
    await page.goto("/api/login?returnTo=/credits");
    await signInByName(page, "nobody");
    await expect(page.getByRole("alert")).toHaveText("Please enter a valid email address");
    await expect(page.getByLabel("First name")).toHaveValue("Quinn");
    await expect(page.getByLabel("Email")).toHaveValue("nobody");
  });
});

test("somebody else may sign in without anybody having signed out", async ({ page }, { project }) => {
  const name = project.name.replace(/\W+/g, "-");
  for (const email of [`first-${name}@nexby.example`, `second-${name}@nexby.example`]) {
    await page.goto("/api/login?returnTo=/credits");
    await signInByName(page, email);
    await expect(page).toHaveURL("/credits");
    expect(await currentEmail(page)).toBe(email);
  }
});

/** One for each kind of screen, since an identity is connected for good. */
const CONNECTING: Record<string, { name: string; email: string }> = {
  "desktop, light": { name: "Sam O'Connor", email: "sam@nexby.example" },
  "phone, light": { name: "Lena Kowalski", email: "lena@nexby.example" },
};

test("one of the demo's people connects the two by password, and is known the next time", async ({ page }, {
  project,
}) => {
  const { name = "", email } = CONNECTING[project.name] ?? {};
  await page.goto("/api/login?returnTo=/credits");
  await page.getByRole("button", { name }).click();
  await expect(page).toHaveURL(/\/auth\?mode=link/);
  expect(await currentEmail(page)).toBeNull();
  await page.getByRole("textbox", { name: "Password" }).fill("borrow-a-kayak");
  await page.getByRole("button", { name: "Connect and sign in" }).click();
  await expect(page).toHaveURL("/credits");
  expect(await currentEmail(page)).toBe(email);

  await page.goto("/api/logout");
  expect(await currentEmail(page)).toBeNull();
  await page.goto("/api/login?returnTo=/credits");
  await page.getByRole("button", { name }).click();
  await expect(page).toHaveURL("/credits");
  expect(await currentEmail(page)).toBe(email);
});

test("whoever cancels is back and signed in nowhere", async ({ page }) => {
  await page.goto("/api/login");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/\/auth\?error=access_denied/);
  expect(await currentEmail(page)).toBeNull();
});
