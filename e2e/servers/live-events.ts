import type { Page } from "@playwright/test";
import { DEMO_PEOPLE } from "../../apps/server/src/demo/people.ts";
import { expectAccessible, expectAccessibleOverlay } from "../support/expect-accessible.ts";
import { expectToFit } from "../support/expect-to-fit.ts";
import { expect, PHONE, test } from "../support/test.ts";
import { openAs, type ServerPair } from "./server-pair.ts";

const numbers = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

const write = async (page: Page, text: string) => {
  await page.getByRole("textbox", { name: /^Message to/ }).fill(text);
  await page.getByRole("button", { name: "Send", exact: true }).click();
};
const wordsIn = (page: Page) => page.getByRole("log").getByRole("listitem");

/** Writes events of one item to the database. */
function eventsOf({ database }: ServerPair, itemId: string) {
  const emit = (n: number) =>
    database.query("insert into realtime_events (audience, type, data) values ($1, 'availability_changed', $2)", [
      `item:${itemId}`,
      { n },
    ]);
  const setRate = async (cents: number) => {
    await database.query("update items set daily_rate_cents = $1 where id = $2", [cents, itemId]);
    await emit(cents);
  };
  return { emit, setRate };
}

/** Records the numbers of the item's events that reach the page. */
async function recordEvents(page: Page, itemId: string): Promise<() => Promise<number[]>> {
  await page.evaluate((topic) => {
    const received: number[] = [];
    const source = new EventSource(`/api/events?topics=${topic}`);
    source.addEventListener("availability_changed", (event) => received.push(JSON.parse(event.data).n));
    Object.assign(window, { received });
    return new Promise((resolve) => source.addEventListener("welcome", resolve));
  }, `item:${itemId}`);
  return () => page.evaluate(() => (window as unknown as { received: number[] }).received);
}

/** Kills the first process, so it is a file's last test. */
export function testLiveEvents(pair: () => ServerPair): void {
  test.describe("live events", () => {
    test.use({ expectedProblems: /ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION|ERR_EMPTY_RESPONSE/ });

    test("[MSG-01] when one of two processes is killed, two phones neither lose nor duplicate a message, and an open listing and a listener miss no event", async ({
      browser,
      page: listing,
    }) => {
      const { database, proxy, first, second } = pair();
      const { rows } = await database.query<{ id: string }>(
        "select items.id from items join users on users.id = owner_id where email = $1 order by items.created_at limit 1",
        [DEMO_PEOPLE.find(({ key }) => key === "sam")?.email],
      );
      const itemId = rows[0]?.id ?? "";
      const { page: renter } = await openAs(browser, "omar", proxy.address, PHONE);
      const { page: owner } = await openAs(browser, "sam", second.address, PHONE);
      await owner.goto("/messages");
      await expect(owner.getByRole("heading", { name: "No messages yet" })).toBeVisible();
      await renter.goto(`/listings/${itemId}`);
      await renter.getByRole("link", { name: /^Message / }).click();
      await write(renter, "Is it available on Sunday?");
      // The owner is online, so "Sent" is soon replaced.
      await expect(renter.getByText("Delivered", { exact: true })).toBeVisible();

      const entry = owner.getByRole("link", { name: /Is it available on Sunday\?/ });
      await expect(entry).toBeVisible();
      await expectToFit(owner, [320, 390]);
      await entry.click();
      await expect(wordsIn(owner)).toContainText(["Is it available on Sunday?"]);
      await expect(renter.getByText(/^Read \d{1,2}:\d\d [AP]M$/)).toBeVisible();
      await write(owner, "Yes. Call me at 201-555-0199");
      await expect(wordsIn(renter).last()).toContainText("Call me at [phone number hidden]");
      await expect(renter.getByText("We hide phone numbers until the booking is approved.")).toBeVisible();
      for (const page of [renter, owner]) await expectToFit(page, [320, 390]);
      await expectAccessible(renter);
      for (const [entry, colors] of [
        [/^Block /, "light"],
        ["Report", "dark"],
      ] as const) {
        await renter.getByRole("main").getByRole("button", { name: "More actions" }).click();
        await expectAccessibleOverlay(renter, colors);
        await renter.getByRole("menuitem", { name: entry }).click();
        await expect(renter.getByRole("alertdialog")).toBeVisible();
        await expectAccessibleOverlay(renter, colors);
        await renter.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
      }

      const { emit, setRate } = eventsOf(pair(), itemId);
      await listing.goto(`${proxy.address}/listings/${itemId}`);
      const rate = listing.getByText("/ day").locator("..").first();
      await expect(rate).toBeVisible();
      const received = await recordEvents(listing, itemId);
      for (const n of numbers(1, 10)) await emit(n);
      await setRate(7700);
      await expect(rate).toContainText("$77");
      await expect.poll(received).toContain(7700);
      for (const n of numbers(11, 20)) await emit(n);

      await first.kill();
      for (const n of numbers(21, 40)) await emit(n);
      await setRate(8800);
      for (const text of ["One", "Two", "Three"]) await write(owner, text);
      await write(renter, "Four");
      const chat = ["Is it available on Sunday?", "Call me at", "One", "Two", "Three", "Four"];
      const orders: (string | undefined)[][] = [];
      for (const page of [renter, owner]) {
        await expect(page.getByText("Sending…")).toHaveCount(0);
        await expect(wordsIn(page)).toHaveCount(chat.length);
        const texts = await wordsIn(page).allTextContents();
        orders.push(texts.map((text) => chat.find((words) => text.includes(words))));
      }
      expect(orders[0]?.toSorted(), "each message once").toEqual(chat.toSorted());
      expect(orders[1], "in the same order").toEqual(orders[0]);
      await expect(rate).toContainText("$88");
      await expect.poll(received).toContain(8800);
      const all = [...numbers(1, 10), 7700, ...numbers(11, 40), 8800];
      expect(await received(), "each event once and in order").toEqual(all);
      await Promise.all([renter, owner].map((page) => page.context().close()));
    });
  });
}
