import type { Page } from "@playwright/test";
import { expect, test } from "../support/test.ts";

const FOOTER = "By continuing, you agree to our Terms of Service and Privacy Policy. No spam, ever.";

test.use({ expectedProblems: /status of 400/ });

/** Delays the response to a form, so that its busy text can be read. */
async function holdResponse(page: Page, path: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(path, async (route) => {
    await released;
    await route.fulfill({ status: 400, json: { message: "No", code: "validation_failed" } });
  });
  return () => release();
}

test("[AUTH-01][AUTH-02][AUTH-03][AUTH-04] the sign-in page offers its sign-in options, and both forms are complete", async ({
  page,
  request,
}) => {
  const { content } = (await (await request.get("/api/terms/active")).json()) as { content: string };
  const main = page.getByRole("main");
  const link = (name: string | RegExp) => main.getByRole("link", { name, exact: true });
  const press = (name: string) => main.getByRole("button", { name, exact: true });
  const expectMode = async (address: string) => {
    await expect(page).toHaveURL(address);
    await expect(page.getByText(FOOTER, { exact: true })).toBeVisible();
  };

  await page.goto("/auth");
  await expectMode("/auth");
  await expect(link(/^Continue with \w+/)).toHaveAttribute("href", "/api/login");
  await expect(press("Google sign-in coming soon")).toBeDisabled();

  await link("Create an account with email").click();
  await expectMode("/auth?mode=signup");
  await page.getByRole("textbox", { name: "First name" }).fill("Robin");
  await page.getByRole("textbox", { name: "Last name" }).fill("Vale");
  await page.getByRole("textbox", { name: "Email" }).fill("robin@nexby.example");
  for (const label of ["Password", "Confirm password"]) {
    const field = page.getByLabel(label, { exact: true });
    await field.fill("paddle-past-the-mill");
    await expect(field).toHaveAttribute("type", "password");
    const toggle = press(`Show ${label.toLowerCase()}`);
    await toggle.click();
    await expect(field).toHaveAttribute("type", "text");
    await toggle.click();
    await expect(field).toHaveAttribute("type", "password");
  }
  const terms = page.getByRole("region", { name: "Text of the Terms and Conditions" });
  await expect(terms).toHaveText(content, { useInnerText: true });
  expect(await terms.evaluate((box) => box.scrollHeight > box.clientHeight)).toBe(true);
  await page.getByRole("checkbox", { name: "I agree to the Terms and Conditions" }).check();
  const releaseSignUp = await holdResponse(page, "**/api/auth/email-signup");
  await press("Create Account").click();
  await expect(press("Creating account...")).toBeVisible();
  releaseSignUp();
  await expect(press("Create Account")).toBeVisible();

  await link("Sign in").click();
  await expectMode("/auth?mode=signin");
  await page.getByRole("textbox", { name: "Email" }).fill("robin@nexby.example");
  await page.getByLabel("Password", { exact: true }).fill("paddle-past-the-mill");
  const releaseSignIn = await holdResponse(page, "**/api/auth/email-signin");
  await press("Sign In").click();
  await expect(press("Signing in...")).toBeVisible();
  releaseSignIn();
  await expect(press("Sign In")).toBeVisible();

  await link(/create an account/i).click();
  await expectMode("/auth?mode=signup");
  await link("Other sign-in options").click();
  await expectMode("/auth");
  await link("Sign in").click();
  await expectMode("/auth?mode=signin");
  await link("Other sign-in options").click();
  await link("Back to Homepage").click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Rent & Share Locally");
});
