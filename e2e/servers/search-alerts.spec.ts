import { DEMO_PASSWORD, DEMO_PEOPLE, type DemoPersonKey } from "../../apps/server/src/demo/people.ts";
import { useOwnServer } from "../setup/own-server.ts";
import { expect, test } from "../support/test.ts";

const NEWS = "1 new item for “On the water near Maplewood”";
const A_DAY = 24 * 60;

/** A server of its own: its clock is moved. */
const server = useOwnServer();

test("[FAV-01] a saved search tells of what is new the next morning, in the bell and by mail", async ({
  page,
  context,
  playwright,
}) => {
  const at = (path: string) => server().address + path;
  const credentials = (key: DemoPersonKey) => ({
    email: DEMO_PEOPLE.find((person) => person.key === key)?.email,
    password: DEMO_PASSWORD,
  });
  const office = await playwright.request.newContext();
  await office.post(at("/api/auth/email-signin"), { data: credentials("ada") });
  await context.request.post(at("/api/auth/email-signin"), { data: credentials("maya") });

  await page.goto(at("/saved?tab=searches"));
  await expect(page.getByRole("switch", { name: "Alerts" })).toBeChecked();
  expect((await office.post(at("/api/admin/clock"), { data: { minutes: A_DAY } })).ok()).toBe(true);
  await expect(page.getByRole("button", { name: "Notifications, 1 unread" })).toBeVisible({ timeout: 20_000 });
  await page.getByRole("button", { name: "Notifications, 1 unread" }).click();
  await page.getByText(NEWS).click();
  await expect(page).toHaveURL(/\/browse\?search=kayak&.*sort=newest/);
  await expect(page.getByRole("main").getByRole("link", { name: "Sit-in kayak" }).first()).toBeVisible();

  await page.goto(at("/dev/mail"));
  await expect(page.getByText(NEWS).first()).toBeVisible();
  await office.dispose();
});
