import { randomUUID } from "node:crypto";
import type { HelpMessageView } from "@nexby/contract/content/support";
import { createAccount } from "../support/accounts.ts";
import { expect, test } from "../support/test.ts";

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
