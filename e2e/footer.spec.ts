import type { Page } from "@playwright/test";
import { expect, test } from "./support/test.ts";

const footer = (page: Page) => page.getByRole("contentinfo");

const LINKS = [
  ["Browse Items", "/browse"],
  ["How It Works", "/how-it-works"],
  ["Help Center", "/help-center"],
  ["Terms of Service", "/terms"],
  ["Privacy Policy", "/privacy-policy"],
  ["Cookie Policy", "/cookie-policy"],
  ["Prohibited Items", "/prohibited-items"],
  ["Credits", "/credits"],
  ["API docs", "/api/docs"],
] as const;

test("[FOOT-01] says who we are, who is paid through and whose maps these are, and since when", async ({ page }) => {
  await page.goto("/credits");
  await expect(footer(page)).toContainText(
    "The neighborhood marketplace for renting what you need and sharing what you have.",
  );
  await expect(footer(page)).toContainText("© 2024 Nexby. Card payments by Stripe, maps by MapLibre.");
  for (const title of ["Quick Links", "Support", "Legal"]) {
    await expect(footer(page).getByRole("heading", { name: title })).toBeVisible();
  }
});

test("[FOOT-01] links to pages that exist", async ({ page, request }) => {
  await page.goto("/credits");
  for (const [name, path] of LINKS) {
    await expect(footer(page).getByRole("link", { name, exact: true })).toHaveAttribute("href", path);
    expect((await request.get(path)).status(), path).toBe(200);
  }
  await footer(page).getByRole("link", { name: "Help Center" }).click();
  await expect(page).toHaveURL("/help-center");
});

test("[FOOT-01] names what has no page yet without a link", async ({ page }) => {
  await page.goto("/credits");
  for (const name of ["About Us", "Safety Guidelines", "Insurance Info", "Community Guidelines"]) {
    await expect(footer(page).getByText(name, { exact: true })).toBeVisible();
    await expect(footer(page).getByRole("link", { name })).toHaveCount(0);
  }
});
