import { createAccount, uniquePhone } from "../support/accounts.ts";
import { codeSentTo } from "../support/mailbox.ts";
import { expect, test } from "../support/test.ts";

test("[VAL-09] email and phone are verified only by the six digits that were sent", async ({ page, context }) => {
  const { email } = await createAccount(context.request);
  const phone = uniquePhone();
  await page.goto("/verify-contact");
  const telephone = page.getByRole("region", { name: "Phone number" });
  await telephone
    .getByRole("textbox", { name: "Phone number" })
    .fill(phone.replace(/(\+1)(\d{3})(\d{3})/, "$1 ($2) $3-"));
  await telephone.getByRole("button", { name: "Save number" }).click();
  await expect(telephone).toContainText(phone);

  for (const [name, recipient] of [
    ["Email address", email],
    ["Phone number", phone],
  ] as const) {
    const card = page.getByRole("region", { name });
    await expect(card).toContainText(recipient);
    await card.getByRole("button", { name: "Send code" }).click();
    const code = card.getByRole("textbox", { name: "Verification code" });
    await expect(code).toHaveAttribute("autocomplete", "one-time-code");
    await expect(code).toHaveAttribute("inputmode", "numeric");
    for (const wrong of ["12345", "1234567"]) {
      await code.fill(wrong);
      await card.getByRole("button", { name: "Verify" }).click();
      await expect(code).toHaveAccessibleDescription(/^Verification code must be 6 digits/);
      await expect(code).toBeFocused();
    }
    await expect(card.getByRole("button", { name: /^Send a new code in \d+ s$/ })).toBeDisabled();
    const digits = await codeSentTo(context.request, recipient);
    await code.fill(`${digits.slice(0, 3)} ${digits.slice(3)}`);
    await card.getByRole("button", { name: "Verify" }).click();
    await expect(card.getByText("Verified", { exact: true })).toBeVisible();
    await expect(card.getByRole("heading")).toBeFocused();
    await expect(code).toHaveCount(0);
  }
  const verified = await (await context.request.get("/api/auth/verifications")).json();
  expect(verified).toMatchObject({
    email: { target: email, verifiedAt: expect.any(String) },
    phone: { target: phone, verifiedAt: expect.any(String) },
  });
});
