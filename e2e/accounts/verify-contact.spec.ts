import { createAccount, uniquePhone } from "../support/accounts.ts";
import { codeSentTo } from "../support/mailbox.ts";
import { expect, test } from "../support/test.ts";

test("[VAL-09] a code must be six digits, for email and for phone", async ({ page, context }) => {
  await createAccount(context.request);
  await context.request.patch("/api/profile", { data: { phoneNumber: uniquePhone() } });
  await page.goto("/verify-contact");
  for (const name of ["Email address", "Phone number"]) {
    const card = page.getByRole("region", { name });
    await card.getByRole("button", { name: "Send code" }).click();
    const code = card.getByRole("textbox", { name: "Verification code" });
    for (const wrong of ["", "12345", "1234567", "12345a"]) {
      await code.fill(wrong);
      await card.getByRole("button", { name: "Verify" }).click();
      await expect(code).toHaveAccessibleDescription(/^Verification code must be 6 digits/);
      await expect(code).toBeFocused();
    }
  }
});

test("both contacts are verified by the codes that were sent", async ({ page, context }) => {
  const { email } = await createAccount(context.request);
  const phone = uniquePhone();
  await page.goto("/verify-contact");

  const mail = page.getByRole("region", { name: "Email address" });
  await expect(mail).toContainText(email);
  await mail.getByRole("button", { name: "Send code" }).click();
  await expect(mail.getByRole("button", { name: /^Send a new code in \d+ s$/ })).toBeDisabled();
  const code = mail.getByRole("textbox", { name: "Verification code" });
  await expect(code).toHaveAttribute("autocomplete", "one-time-code");
  await expect(code).toHaveAttribute("inputmode", "numeric");
  const digits = await codeSentTo(context.request, email);
  await code.fill(`${digits.slice(0, 3)} ${digits.slice(3)}`);
  await mail.getByRole("button", { name: "Verify" }).click();
  await expect(mail.getByText("Verified", { exact: true })).toBeVisible();
  await expect(mail.getByRole("heading")).toBeFocused();
  await expect(mail.getByRole("textbox")).toHaveCount(0);

  const telephone = page.getByRole("region", { name: "Phone number" });
  await telephone
    .getByRole("textbox", { name: "Phone number" })
    .fill(phone.replace(/(\+1)(\d{3})(\d{3})/, "$1 ($2) $3-"));
  await telephone.getByRole("button", { name: "Save number" }).click();
  await expect(telephone).toContainText(phone);
  await telephone.getByRole("button", { name: "Send code" }).click();
  await telephone.getByRole("textbox", { name: "Verification code" }).fill(await codeSentTo(context.request, phone));
  await telephone.getByRole("button", { name: "Verify" }).click();
  await expect(telephone.getByText("Verified", { exact: true })).toBeVisible();

  await page.reload();
  await expect(mail.getByText("Verified", { exact: true })).toBeVisible();
  await expect(telephone.getByText("Verified", { exact: true })).toBeVisible();
});

test("a changed number must be verified anew", async ({ page, context }) => {
  await createAccount(context.request);
  const [first, second] = [uniquePhone(), uniquePhone()];
  await context.request.patch("/api/profile", { data: { phoneNumber: first } });
  await page.goto("/verify-contact");
  const telephone = page.getByRole("region", { name: "Phone number" });
  await telephone.getByRole("button", { name: "Send code" }).click();
  await expect(telephone.getByRole("textbox", { name: "Verification code" })).toBeVisible();
  await telephone.getByRole("button", { name: "Change number" }).click();
  await telephone.getByRole("textbox", { name: "Phone number" }).fill(second);
  await telephone.getByRole("button", { name: "Save number" }).click();
  await expect(telephone).toContainText(second);
  await expect(telephone.getByRole("textbox", { name: "Verification code" })).toHaveCount(0);
  await expect(telephone.getByText("Not verified")).toBeVisible();
});

test.describe("a wrong code", () => {
  test.use({ expectedProblems: /status of 400/ });

  test("is said at its field", async ({ page, context }) => {
    const { email } = await createAccount(context.request);
    await page.goto("/verify-contact");
    const card = page.getByRole("region", { name: "Email address" });
    await card.getByRole("button", { name: "Send code" }).click();
    const right = await codeSentTo(context.request, email);
    const code = card.getByRole("textbox", { name: "Verification code" });
    await code.fill(right === "000000" ? "000001" : "000000");
    await card.getByRole("button", { name: "Verify" }).click();
    await expect(code).toHaveAccessibleDescription(/^This code is not right/);
    await expect(code).toBeFocused();
  });
});

test("a visitor is asked to sign in", async ({ page }) => {
  await page.goto("/verify-contact");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Verify your contact details");
  await page.getByRole("main").getByRole("link", { name: "Sign In" }).click();
  await expect(page).toHaveURL("/auth?mode=signin&returnTo=%2Fverify-contact");
});
