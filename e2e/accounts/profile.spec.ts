import { randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "@playwright/test";
import { createAccount, PASSWORD, readCurrentUser, signInAs, uniqueEmail, uniquePhone } from "../support/accounts.ts";
import { expectAccessible, expectAccessibleOverlay, expectToLookRight } from "../support/expect-accessible.ts";
import { PLAIN_PHOTO } from "../support/listers.ts";
import { codeSentTo } from "../support/mailbox.ts";
import { openInApp } from "../support/shell.ts";
import { expect, test } from "../support/test.ts";

/** No push service can be reached, and headless browsers allow no notifications. Runs in the page. */
function subscribeWithoutService(endpoint: string): void {
  const keys = {
    p256dh: "BMBIlAZ5XBARbMmOnZAvx5ZstSYC6W0tx6nvIlSJLPCPTysVNGM8ZjSTJa1vbYJJUNawBSqiWDmSFb8MoJatRQc",
    auth: "NCF3gi9TD3pWlc8sjDYUJg",
  };
  const subscription = { toJSON: () => ({ endpoint, keys }), unsubscribe: async () => true };
  PushManager.prototype.subscribe = async () => subscription as unknown as PushSubscription;
  Object.defineProperty(Notification, "permission", { get: () => "granted" });
  Notification.requestPermission = async () => "granted";
}

/** Delivers a push message to the service worker and clicks what it wants to show. */
async function clickPushMessage(context: BrowserContext, page: Page): Promise<void> {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  await worker.evaluate(`self.registration.showNotification = async (title, options) => {
    self.shown = { title, ...options, close: () => undefined };
  }`);
  const devTools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devTools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [registration] = registrations;
      if (registration) resolve(registration.registrationId);
    });
  });
  await devTools.send("ServiceWorker.enable");
  const data = JSON.stringify({ tag: "1", title: "Get a new code", body: "Open the booking.", url: "/my-bookings" });
  const origin = new URL(page.url()).origin;
  await devTools.send("ServiceWorker.deliverPushMessage", { origin, registrationId: await registered, data });
  await expect
    .poll(() => worker.evaluate("self.shown?.title + ': ' + self.shown?.body"))
    .toBe("Get a new code: Open the booking.");
  await worker.evaluate(`self.dispatchEvent(
    Object.assign(new ExtendableEvent("notificationclick"), { notification: self.shown, waitUntil: () => undefined }),
  )`);
  await expect(page).toHaveURL("/my-bookings");
}

test("[ROLE-06] [PREF-01] the profile can be completed, all choices survive a reload, and a push message opens its page", async ({
  page,
  context,
}) => {
  await page.addInitScript(subscribeWithoutService, `https://push.example/${randomUUID()}`);
  await createAccount(context.request);
  const phone = uniquePhone();
  await page.goto("/profile");
  await expect(page.getByText("You can rent once your account is approved")).toBeVisible();
  await expect(page.getByText("Phone number, City, State", { exact: true })).toBeVisible();
  await page.getByLabel("Add a photo").setInputFiles({ name: "me.png", mimeType: "image/png", buffer: PLAIN_PHOTO });
  await expect(page.getByText("Photo saved")).toBeVisible();
  const picture = (await readCurrentUser(context.request))?.profileImageUrl;
  expect(picture).toMatch(/^\/media\/photos\/[0-9a-f-]+\/full\.webp$/);
  await expect(page.getByRole("banner").locator(`img[src="${picture}"]`)).toBeVisible();

  const use = page.getByRole("radiogroup", { name: "What brings you here most?" });
  await test.step("the profile reports what is missing and is completed", async () => {
    const save = page.getByRole("button", { name: "Save changes" });
    await save.click();
    await expect(use).toHaveAccessibleDescription("Please choose renter or owner");
    await expect(use.getByRole("radio", { name: "Rent items" })).toBeFocused();
    await expectToLookRight(page);
    await page.getByRole("textbox", { name: "First name" }).fill("Robyn");
    await page.getByRole("textbox", { name: "Phone number" }).fill(phone);
    await page.getByRole("textbox", { name: "City" }).fill("Maplewood");
    await page.getByRole("combobox", { name: "State" }).selectOption("New Jersey");
    await use.getByRole("radio", { name: "List items" }).check();
    await save.click();
    await expect(page.getByRole("heading", { name: "Your profile is complete" })).toBeVisible();
    await expect(page.getByText("You can list once your account is approved")).toBeVisible();
    expect(await (await context.request.get("/api/profile")).json()).toMatchObject({ primaryUse: "owner" });
  });

  const days = page.getByRole("group", { name: "Days" });
  const sms = page.getByRole("switch", { name: "SMS" });
  await test.step("hours and text messages are chosen", async () => {
    await page.getByRole("tab", { name: "Availability" }).click();
    for (const day of ["Sat", "Sun"]) await days.getByRole("checkbox", { name: day }).uncheck();
    await page.getByLabel("Pickup from").selectOption("8:30 AM");
    await page.getByRole("button", { name: "Save availability" }).click();
    await expect(page.getByRole("tabpanel", { name: "Availability" }).getByText("Saved")).toBeVisible();
    await expectToLookRight(page);
    await page.getByRole("tab", { name: "Notifications" }).click();
    await expect(page).toHaveURL("/profile?tab=notifications");
    await sms.check();
    await expect(
      page.getByRole("tabpanel", { name: "Notifications" }).getByText("Saved", { exact: true }),
    ).toBeVisible();
  });

  await test.step("a push message opens its page, and push messages are turned off", async () => {
    await page.getByRole("button", { name: "Turn on in this browser" }).click();
    await expect(page.getByRole("list", { name: "Devices with push messages" })).toContainText("This browser");
    await expectAccessible(page, { isDarkToo: false });
    await page.reload();
    await expect(sms).toBeChecked();
    await clickPushMessage(context, page);
    await openInApp(page, "/profile?tab=notifications");
    await page.getByRole("button", { name: "Turn off" }).click();
    await expect(page.getByRole("button", { name: "Turn on in this browser" })).toBeVisible();
  });
  await test.step("all choices have survived, and the photo is removed", async () => {
    await page.getByRole("tab", { name: "Availability" }).click();
    await expect(page.getByLabel("Pickup from")).toHaveValue("08:30");
    await expect(days.getByRole("checkbox", { name: "Fri" })).toBeChecked();
    await expect(days.getByRole("checkbox", { name: "Sat" })).not.toBeChecked();
    await page.getByRole("tab", { name: "Personal" }).click();
    await expect(page.getByRole("textbox", { name: "First name" })).toHaveValue("Robyn");
    await expect(page.getByRole("textbox", { name: "Phone number" })).toHaveValue(phone);
    await expect(page.getByRole("combobox", { name: "State" })).toHaveValue("NJ");
    await expect(use.getByRole("radio", { name: "List items" })).toBeChecked();
    await expect(page.getByRole("main").locator(`img[src="${picture}"]`).first()).toBeVisible();
    await page.getByRole("button", { name: "Remove photo" }).click();
    await expect(page.getByText("Photo removed")).toBeVisible();
    expect((await readCurrentUser(context.request))?.profileImageUrl).toBeNull();
  });
});

test("devices can be signed out, and the password and the email address changed", async ({
  page,
  context,
  playwright,
  baseURL,
}) => {
  const { email } = await createAccount(context.request);
  const others = await Promise.all([1, 2].map(() => playwright.request.newContext({ baseURL })));
  for (const other of others) await signInAs(other, email, PASSWORD);
  const countSignedIn = async () =>
    (await Promise.all(others.map(readCurrentUser))).filter((person) => person !== null).length;

  const devices = page.getByRole("list", { name: "Devices" });
  await test.step("one device is signed out", async () => {
    await page.goto("/profile?tab=payments");
    await expect(page.getByRole("tab", { selected: true })).toHaveText("Payments");
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
    await expectAccessible(page, { isDarkToo: false });
    await page.getByRole("tab", { name: "Security" }).click();
    await expect(devices.getByRole("listitem")).toHaveCount(3);
    await expect(devices.getByText("This device")).toHaveCount(1);
    await expectToLookRight(page);
    await devices
      .getByRole("button", { name: /^Sign out/ })
      .first()
      .click();
    await expect(devices.getByRole("listitem")).toHaveCount(2);
    expect(await countSignedIn()).toBe(1);
  });

  await test.step("all other devices are signed out after a question", async () => {
    await page.getByRole("button", { name: "Sign out all other devices" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Sign out all other devices?" });
    await expectAccessibleOverlay(page, "light");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("button", { name: "Sign out all other devices" })).toBeFocused();
    await page.getByRole("button", { name: "Sign out all other devices" }).click();
    await dialog.getByRole("button", { name: "Sign out" }).click();
    await expect(devices.getByRole("listitem")).toHaveCount(1);
    expect(await countSignedIn()).toBe(0);
  });

  await test.step("a new password signs out the other devices", async () => {
    await signInAs(others[0] ?? context.request, email, PASSWORD);
    await page.getByLabel("Current password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("New password", { exact: true }).fill("row-up-the-river");
    await page.getByLabel("Confirm new password", { exact: true }).fill("row-up-the-river");
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText("Password changed. Other devices were signed out.")).toBeVisible();
    await expect(page.getByLabel("Current password", { exact: true })).toHaveValue("");
    expect(await countSignedIn()).toBe(0);
  });

  await test.step("the email address changes with a code from both", async () => {
    const newEmail = uniqueEmail();
    const section = page.getByRole("region", { name: "Email address" });
    await section.getByRole("textbox", { name: "New email address" }).fill(newEmail);
    await section.getByLabel("Password", { exact: true }).fill("row-up-the-river");
    await section.getByRole("button", { name: "Send codes" }).click();
    for (const address of [email, newEmail]) {
      const code = await codeSentTo(context.request, address);
      await section.getByRole("textbox", { name: `Code sent to ${address}` }).fill(code);
    }
    await section.getByRole("button", { name: "Change email address" }).click();
    await expect(section.getByText("Email address changed.")).toBeVisible();
    expect(await readCurrentUser(context.request)).toMatchObject({ email: newEmail });
    await Promise.all(others.map((other) => other.dispose()));
  });
});
