import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import { card, dialog, nextStep, openReport, sendReport, sheet } from "./booking-page.ts";
import { readBooking } from "./bookings.ts";
import { PLAIN_PHOTO } from "./listers.ts";

const SHOTS = ["The whole item", "All the parts", "Fabric and seams"];
const NOISE_BYTES = 250_000;
/** A photo's label once it can't get lost. */
const ON_THE_PHONE_OR_SENT = /^(On this phone|Sent|Verified)$/;

/** A single pixel, with bytes that no other photo has and that take a while to send. */
function newPhoto(): Buffer {
  const noise = Buffer.concat([Buffer.from("noIs"), randomBytes(NOISE_BYTES)]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(NOISE_BYTES);
  checksum.writeUInt32BE(crc32(noise));
  const end = PLAIN_PHOTO.length - 12;
  return Buffer.concat([PLAIN_PHOTO.subarray(0, end), length, noise, checksum, PLAIN_PHOTO.subarray(end)]);
}

/** What a person does with a phone: they look at the page and continue from what it shows, after any interruption. */
export class ReportingPhone {
  readonly context: BrowserContext;
  readonly name: string;
  readonly #bookingId: string;
  #page: Page;
  /** Hashes of the photos this person took, by card, in their order. */
  readonly taken = new Map<string, string[]>();

  static async open(context: BrowserContext, name: string, bookingId: string): Promise<ReportingPhone> {
    const phone = new ReportingPhone(context, name, bookingId, await context.newPage());
    await phone.#visit();
    return phone;
  }

  private constructor(context: BrowserContext, name: string, bookingId: string, page: Page) {
    this.context = context;
    this.name = name;
    this.#bookingId = bookingId;
    this.#page = page;
  }

  get page(): Page {
    return this.#page;
  }

  async #visit(): Promise<void> {
    await this.#page.goto(`/my-bookings/${this.#bookingId}`);
  }

  closeTab(): Promise<void> {
    return this.#page.close();
  }

  async openTab(): Promise<void> {
    this.#page = await this.context.newPage();
    await this.#visit();
  }

  async openSheet(cardName: string): Promise<void> {
    if (!(await sheet(this.#page).isVisible())) await openReport(this.#page, cardName);
    await expect(sheet(this.#page)).toBeVisible();
  }

  async takePhoto(cardName: string): Promise<void> {
    const taken = this.taken.get(cardName) ?? [];
    const buffer = newPhoto();
    const input = sheet(this.#page).getByLabel(`Take a photo: ${SHOTS[taken.length % SHOTS.length]}`);
    await input.setInputFiles({ name: "photo.png", mimeType: "image/png", buffer });
    this.taken.set(cardName, [...taken, createHash("sha256").update(buffer).digest("hex")]);
  }

  /** Every photo is on the phone or sent. */
  async expectPhotos(cardName: string): Promise<void> {
    const count = this.taken.get(cardName)?.length ?? 0;
    await expect(sheet(this.#page).getByText(ON_THE_PHONE_OR_SENT)).toHaveCount(count);
  }

  async expectVerified(cardName: string): Promise<void> {
    await this.openSheet(cardName);
    await this.expectPhotos(cardName);
    const again = sheet(this.#page).getByRole("button", { name: "Try again" });
    const verified = sheet(this.#page).getByText("Verified", { exact: true });
    await expect(async () => {
      await pressIfThere(again);
      expect(await verified.count()).toBe(this.taken.get(cardName)?.length ?? 0);
    }).toPass();
  }

  notesFor(cardName: string): string {
    return `${this.name}: ${cardName}`;
  }

  async fillIn(cardName: string): Promise<void> {
    await this.openSheet(cardName);
    await sheet(this.#page).getByRole("radio", { name: "Good" }).check();
    await sheet(this.#page).getByRole("textbox", { name: "Notes" }).fill(this.notesFor(cardName));
  }

  async tapSend(): Promise<void> {
    await sheet(this.#page).getByRole("button", { name: "Send report" }).tap();
  }

  async expectSheetGone(): Promise<void> {
    await expect(sheet(this.#page)).toHaveCount(0);
  }

  /** Sends the report again only if the page says that it isn't finished. */
  async expectSent(cardName: string): Promise<void> {
    const shown = card(this.#page, cardName);
    const sendNow = shown.getByRole("button", { name: "Send now" });
    await this.expectSheetGone();
    await expect(async () => {
      if (await shown.getByText("You have an unfinished report").isVisible()) {
        await this.fillIn(cardName);
        await sendReport(this.#page);
      }
      await pressIfThere(sendNow);
      expect(await shown.getByRole("article", { name: "Your report" }).count()).toBe(1);
      expect(await this.#page.evaluate(countLeftOnPhone)).toBe(0);
    }).toPass();
  }

  async askTo(label: string): Promise<void> {
    await nextStep(this.#page).getByRole("button", { name: label }).tap();
    await expect(dialog(this.#page)).toBeVisible();
  }

  async answer(confirmLabel: string): Promise<void> {
    await dialog(this.#page).getByRole("button", { name: confirmLabel }).tap();
  }

  /** Answers the question again only while the booking hasn't changed. */
  async expectStatus(status: string, label: string, confirmLabel: string): Promise<void> {
    const read = async () => (await readBooking(this.context.request, this.#bookingId)).status;
    const confirm = dialog(this.#page).getByRole("button", { name: confirmLabel });
    const ask = nextStep(this.#page).getByRole("button", { name: label });
    await expect(async () => {
      const reached = await read();
      if (reached === status) return;
      await pressIfThere(confirm);
      if (!(await dialog(this.#page).isVisible())) await pressIfThere(ask);
      expect(reached).toBe(status);
    }).toPass();
    await expect(dialog(this.#page)).toHaveCount(0);
    await expect(ask).toHaveCount(0);
  }
}

/** Looks and presses at once, because the page may take the button away at any time. */
const pressIfThere = (button: Locator): Promise<void> =>
  button.evaluateAll(([first]) => {
    if (first instanceof HTMLElement) first.click();
  });

/** Runs in the page, after the app has created its database. */
function countLeftOnPhone(): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("nexby-condition");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction(["drafts", "photos"]);
      const counts = ["drafts", "photos"].map((name) => transaction.objectStore(name).count());
      transaction.oncomplete = () => {
        opening.result.close();
        resolve(counts.reduce((sum, { result }) => sum + result, 0));
      };
    };
  });
}
