import { createAccount, PASSWORD, readCurrentUser, signInAs, uniqueEmail, uniquePhone } from "../support/accounts.ts";
import { codeSentTo } from "../support/mailbox.ts";
import { expect, test } from "../support/test.ts";

test("[ROLE-06] primary use must be chosen, and what was chosen stays", async ({ page, context }) => {
  await createAccount(context.request);
  await page.goto("/profile");
  const use = page.getByRole("radiogroup", { name: "What brings you here most?" });
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(use).toHaveAccessibleDescription("Please choose renter or owner");
  await expect(use.getByRole("radio", { name: "Rent items" })).toBeFocused();

  for (const [label, value] of [
    ["List items", "owner"],
    ["Rent items", "renter"],
  ] as const) {
    await use.getByRole("radio", { name: label }).check();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    expect(await (await context.request.get("/api/profile")).json()).toMatchObject({ primaryUse: value });
    await page.reload();
    await expect(use.getByRole("radio", { name: label })).toBeChecked();
  }
});

test("a change survives a reload and completes the profile", async ({ page, context }) => {
  await createAccount(context.request);
  const phone = uniquePhone();
  await page.goto("/profile");
  await expect(page.getByText("Ready to rent")).toBeVisible();
  await expect(page.getByText("Phone number, City, State", { exact: true })).toBeVisible();

  await page.getByRole("textbox", { name: "First name" }).fill("Robyn");
  await page.getByRole("textbox", { name: "Phone number" }).fill(phone);
  await page.getByRole("textbox", { name: "City" }).fill("Maplewood");
  await page.getByRole("combobox", { name: "State" }).selectOption("New Jersey");
  await page.getByRole("radio", { name: "List items" }).check();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("heading", { name: "Your profile is complete" })).toBeVisible();
  await expect(page.getByText("Ready to list")).toBeVisible();

  await page.reload();
  await expect(page.getByRole("textbox", { name: "First name" })).toHaveValue("Robyn");
  await expect(page.getByRole("textbox", { name: "Phone number" })).toHaveValue(phone);
  await expect(page.getByRole("textbox", { name: "City" })).toHaveValue("Maplewood");
  await expect(page.getByRole("combobox", { name: "State" })).toHaveValue("NJ");
});

test("availability and notifications are kept", async ({ page, context }) => {
  await createAccount(context.request);
  await page.goto("/profile?tab=availability");
  const days = page.getByRole("group", { name: "Days" });
  for (const day of ["Sat", "Sun"]) await days.getByRole("checkbox", { name: day }).uncheck();
  await page.getByLabel("Pickup from").fill("08:30");
  await page.getByLabel("Pickup until").fill("08:15");
  await page.getByRole("button", { name: "Save availability" }).click();
  await expect(page.getByLabel("Pickup until")).toHaveAccessibleDescription("The window must end after it starts");
  await page.getByLabel("Pickup until").fill("20:00");
  await page.getByRole("button", { name: "Save availability" }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();

  await page.getByRole("tab", { name: "Notifications" }).click();
  await expect(page).toHaveURL("/profile?tab=notifications");
  const sms = page.getByRole("switch", { name: "SMS" });
  await expect(sms).not.toBeChecked();
  await sms.check();
  await expect(page.getByRole("tabpanel", { name: "Notifications" }).getByText("Saved")).toBeVisible();

  await page.reload();
  await expect(sms).toBeChecked();
  await page.getByRole("tab", { name: "Availability" }).click();
  await expect(page.getByLabel("Pickup from")).toHaveValue("08:30");
  await expect(days.getByRole("checkbox", { name: "Fri" })).toBeChecked();
  await expect(days.getByRole("checkbox", { name: "Sat" })).not.toBeChecked();
});

test.describe("when saving fails", () => {
  test.use({ expectedProblems: /status of 503/ });

  test("what was typed stays, also while another tab is looked at", async ({ page, context }) => {
    await createAccount(context.request);
    await page.route("**/api/profile", async (route) => {
      if (route.request().method() !== "PATCH") return route.continue();
      await route.fulfill({ status: 503, json: { message: "Temporarily unavailable", code: "service_unavailable" } });
    });
    await page.goto("/profile");
    await page.getByRole("textbox", { name: "City" }).fill("Maplewood");
    await page.getByRole("radio", { name: "List items" }).check();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByRole("alert")).toContainText("Temporarily unavailable");
    await page.getByRole("tab", { name: "Notifications" }).click();
    const switches = page.getByRole("tabpanel", { name: "Notifications" });
    await switches.getByRole("switch", { name: "Email" }).uncheck({ force: true });
    await expect(switches.getByRole("alert")).toContainText("Temporarily unavailable");
    await expect(switches.getByRole("switch", { name: "Email" }), "goes back").toBeChecked();
    await page.getByRole("tab", { name: "Personal" }).click();
    await expect(page.getByRole("textbox", { name: "City" })).toHaveValue("Maplewood");
  });
});

test("a changed password counts at once and signs other devices out", async ({
  page,
  context,
  playwright,
  baseURL,
}) => {
  const { email } = await createAccount(context.request);
  const elsewhere = await playwright.request.newContext({ baseURL });
  await signInAs(elsewhere, email, PASSWORD);

  await page.goto("/profile?tab=security");
  await expect(page.getByRole("list", { name: "Devices" }).getByRole("listitem")).toHaveCount(2);
  await page.getByLabel("Current password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("New password", { exact: true }).fill("row-up-the-river");
  await page.getByLabel("Confirm new password", { exact: true }).fill("row-up-the-river");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password changed. Other devices were signed out.")).toBeVisible();
  await expect(page.getByLabel("Current password", { exact: true })).toHaveValue("");
  await expect(page.getByRole("list", { name: "Devices" }).getByRole("listitem")).toHaveCount(1);
  expect(await readCurrentUser(elsewhere)).toBeNull();
  expect(await readCurrentUser(context.request)).toMatchObject({ email });
  await elsewhere.dispose();
});

test("other devices are signed out one by one or all at once", async ({ page, context, playwright, baseURL }) => {
  const { email } = await createAccount(context.request);
  const others = await Promise.all([1, 2].map(() => playwright.request.newContext({ baseURL })));
  for (const other of others) await signInAs(other, email, PASSWORD);

  await page.goto("/profile?tab=security");
  const devices = page.getByRole("list", { name: "Devices" });
  await expect(devices.getByRole("listitem")).toHaveCount(3);
  await expect(devices.getByText("This device")).toHaveCount(1);
  await devices
    .getByRole("button", { name: /^Sign out/ })
    .first()
    .click();
  await expect(devices.getByRole("listitem")).toHaveCount(2);

  await page.getByRole("button", { name: "Sign out all other devices" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Sign out all other devices?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("button", { name: "Sign out all other devices" })).toBeFocused();
  await page.getByRole("button", { name: "Sign out all other devices" }).click();
  await dialog.getByRole("button", { name: "Sign out" }).click();
  await expect(devices.getByRole("listitem")).toHaveCount(1);
  for (const other of others) expect(await readCurrentUser(other)).toBeNull();
  expect(await readCurrentUser(context.request)).toMatchObject({ email });
});

test("an email address changes when both codes are right", async ({ page, context }) => {
  const { email } = await createAccount(context.request);
  const newEmail = uniqueEmail();
  await page.goto("/profile?tab=security");
  const section = page.getByRole("region", { name: "Email address" });
  await section.getByRole("textbox", { name: "New email address" }).fill(newEmail);
  await section.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await section.getByRole("button", { name: "Send codes" }).click();
  await section.getByRole("textbox", { name: `Code sent to ${email}` }).fill(await codeSentTo(context.request, email));
  await section
    .getByRole("textbox", { name: `Code sent to ${newEmail}` })
    .fill(await codeSentTo(context.request, newEmail));
  await section.getByRole("button", { name: "Change email address" }).click();
  await expect(section.getByText("Email address changed.")).toBeVisible();
  expect(await readCurrentUser(context.request)).toMatchObject({ email: newEmail });
});
