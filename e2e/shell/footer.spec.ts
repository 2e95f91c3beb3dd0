import { expect, test } from "../support/test.ts";

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

test("[FOOT-01] the footer names the company, payment provider and maps, and links to pages that exist", async ({
  page,
  request,
}) => {
  await page.goto("/credits");
  const footer = page.getByRole("contentinfo");
  await expect(footer).toContainText(
    "The neighborhood marketplace for renting what you need and sharing what you have.",
  );
  await expect(footer).toContainText("© 2024 Nexby. Card payments by Stripe, maps by MapLibre.");
  for (const title of ["Quick Links", "Support", "Legal"]) {
    await expect(footer.getByRole("heading", { name: title })).toBeVisible();
  }
  for (const name of ["About Us", "Safety Guidelines", "Insurance Info", "Community Guidelines"]) {
    await expect(footer.getByRole("link", { name }), "it has no page").toHaveCount(0);
    const opener = footer.getByRole("button", { name, exact: true });
    await opener.click();
    const dialog = page.getByRole("dialog", { name });
    await expect(dialog.getByRole("listitem").first()).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
    await expect(page, "it has no address").toHaveURL("/credits");
  }
  for (const [name, path] of LINKS) {
    await expect(footer.getByRole("link", { name, exact: true })).toHaveAttribute("href", path);
    expect((await request.get(path)).status(), path).toBe(200);
  }
  await footer.getByRole("link", { name: "Help Center" }).click();
  await expect(page).toHaveURL("/help-center");
});
