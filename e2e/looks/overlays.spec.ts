import { expectAccessible, expectAccessibleOverlay } from "../support/expect-accessible.ts";
import { expectToFit } from "../support/expect-to-fit.ts";
import { expect, test } from "../support/test.ts";

test("form errors and toasts are accessible, and screen readers reach a toast while a dialog is open", async ({
  page,
}) => {
  await page.goto("/dev/gallery");
  const light = page.getByRole("region", { name: "Light", exact: true });
  for (const appearance of ["Light", "Dark"]) {
    await page.getByRole("region", { name: appearance, exact: true }).getByRole("button", { name: "Save" }).click();
  }
  await expect(page.getByRole("alert").filter({ hasText: "Please check these 8 fields" })).toHaveCount(2);
  await expectToFit(page);
  await light.getByRole("button", { name: "Show destructive toast" }).click();
  const toasts = page.getByRole("region", { name: "Notifications (F8)" });
  const toast = toasts.getByRole("listitem");
  await expect(toast).toContainText("Not saved");
  expect(await page.evaluate(() => Reflect.get(window, "keptToasts")), "toasts stay in all tests").toBeGreaterThan(0);
  // The gallery shows both modes at once.
  await expectAccessible(page, { isDarkToo: false });
  await toast.getByRole("button", { name: "Close" }).click();
  await expect(toast).toHaveCount(0);

  await light.getByRole("button", { name: "Show destructive toast" }).click();
  await expect(toast).toContainText("Not saved");
  await light.getByRole("button", { name: "Open dialog" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await expect(toast.getByRole("button", { name: "Close" })).toBeVisible();
  await expect(toasts.locator("[aria-hidden=true][tabindex='0']")).toHaveCount(0);
  await expectAccessibleOverlay(page, "light");
  await page.keyboard.press("Escape");
  await light.getByRole("button", { name: "Open sheet" }).click();
  await expectAccessibleOverlay(page, "dark");
});

test("a pale text that wraps in a dialog over a page fails the check of overlays", async ({ page }) => {
  await page.goto("/dev/gallery");
  const light = page.getByRole("region", { name: "Light", exact: true });
  await light.getByRole("button", { name: "Open dialog" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.evaluate((element) => {
    const paragraph = document.createElement("p");
    const text = document.createElement("span");
    text.textContent = "We will charge the saved card. ".repeat(4);
    text.style.color = "rgb(190, 190, 190)";
    paragraph.append("Then ", text);
    element.append(paragraph);
  });
  await expect(expectAccessibleOverlay(page, "light")).rejects.toThrow("color-contrast");
  await dialog.locator("span", { hasText: "We will charge" }).evaluate((element) => element.removeAttribute("style"));
  await expectAccessibleOverlay(page, "light");
  await expect(page.locator("[data-behind]")).toHaveCount(0);
});
