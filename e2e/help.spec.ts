import { randomUUID } from "node:crypto";
import type { HelpMessageView } from "@nexby/contract/support";
import { createAccount, uniqueEmail } from "./support/accounts.ts";
import { expect, test } from "./support/test.ts";

test("[HELP-01] a message to support is stored with its status and priority", async ({ page, context }) => {
  const { email } = await createAccount(context.request, "Iris Lake");
  const subject = `Deposit ${randomUUID()}`;
  await page.goto("/help-center");
  const form = page.getByRole("form", { name: "Contact us" });
  await expect(form.getByRole("textbox", { name: "Name" })).toHaveValue("Iris Lake");
  await expect(form.getByRole("textbox", { name: "Email" })).toHaveValue(email);
  await form.getByRole("textbox", { name: "Subject" }).fill(subject);
  await form.getByRole("textbox", { name: "Message" }).fill("When is it released?");
  await form.getByRole("button", { name: "Send message" }).click();

  await expect(page.getByRole("heading", { name: "Your message was sent" })).toBeFocused();
  await expect(page.getByRole("main")).toContainText(subject);
  await expect(page.getByText("Open", { exact: true })).toBeVisible();
  const stored = (await (await context.request.get("/api/help-messages")).json()) as HelpMessageView[];
  expect(stored).toEqual([
    expect.objectContaining({ subject, message: "When is it released?", status: "open", priority: "normal" }),
  ]);
  await page.getByRole("link", { name: "See my messages" }).click();
  await expect(page).toHaveURL("/my-support");
  await expect(page.getByText(subject)).toBeVisible();
});

test("[HELP-01] a visitor can write as well, and every field is checked", async ({ page }) => {
  await page.goto("/help-center");
  const form = page.getByRole("form", { name: "Contact us" });
  await form.getByRole("button", { name: "Send message" }).click();
  for (const [field, text] of [
    ["Name", "Name is required"],
    ["Email", "Please enter a valid email address"],
    ["Subject", "Subject is required"],
    ["Message", "Message is required"],
  ] as const) {
    await expect(form.getByRole("textbox", { name: field })).toHaveAccessibleDescription(text);
  }
  await form.getByRole("textbox", { name: "Name" }).fill("Iris Lake");
  await form.getByRole("textbox", { name: "Email" }).fill(uniqueEmail());
  await form.getByRole("textbox", { name: "Subject" }).fill("A question");
  await form.getByRole("textbox", { name: "Message" }).fill("Do you rent kayaks?");
  await form.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByRole("heading", { name: "Your message was sent" })).toBeVisible();
  await page.getByRole("button", { name: "Write another" }).click();
  await expect(form.getByRole("textbox", { name: "Message" })).toHaveValue("");
});

test("finds answers by their words", async ({ page }) => {
  await page.goto("/help-center");
  const entries = page.getByRole("region", { name: "Frequently asked questions" }).locator("details");
  await expect(entries).toHaveCount(8);
  await page.getByRole("searchbox", { name: "Search questions" }).fill("six-digit");
  await expect(entries).toHaveText([/How do I verify my email and phone\?/]);
  await expect(page.getByRole("region", { name: "Frequently asked questions" }).getByRole("status")).toHaveText(
    "1 answer",
  );
  await page.getByRole("searchbox", { name: "Search questions" }).fill("zeppelin");
  await expect(page.getByText("No question matches.")).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(entries).toHaveCount(8);
});
