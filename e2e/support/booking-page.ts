import { expect, type Page } from "@playwright/test";

/** Part of a booking's page, by its heading. */
export const card = (page: Page, name: string) => page.getByRole("main").getByRole("region", { name, exact: true });

/** A question or a short form over the page. */
export const dialog = (page: Page) => page.getByRole("alertdialog");

/** The form of a condition report. */
export const sheet = (page: Page) => page.getByRole("dialog", { name: /^Report condition/ });

export const nextStep = (page: Page) => page.getByRole("region", { name: "What happens next" });

/** Opens the person's report of the card, whether it is new or continued. */
export async function openReport(page: Page, cardName: string): Promise<void> {
  await card(page, cardName)
    .getByRole("button", { name: /^(Report condition|Continue your report)/ })
    .tap();
}

/** Sends the open report and waits until it is sent, or waits for the connection. */
export async function sendReport(page: Page): Promise<void> {
  await sheet(page).getByRole("radio", { name: "Good" }).check();
  await sheet(page).getByRole("button", { name: "Send report" }).tap();
  await expect(sheet(page)).toHaveCount(0);
}
