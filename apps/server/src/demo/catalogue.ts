import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { TEST_CARDS } from "@nexby/card-sandbox";
import type { StoragePort } from "../adapters/storage/storage.port.ts";
import type { saveFoodTruck } from "../features/listings/listings.queries.ts";
import { projectRoot } from "../platform/config.ts";
import type { Db } from "../platform/db/db.ts";
import { newId } from "../platform/ids.ts";
import type { items } from "../schema/listings.ts";
import { itemPhotos, photos } from "../schema/photos.ts";
import catalogue from "./catalogue.json" with { type: "json" };
import type { DemoPersonKey, DemoTown } from "./people.ts";
import placeholders from "./photo-placeholders.json" with { type: "json" };
import type { DemoReview } from "./reviews.ts";

type Listed = "id" | "ownerId" | "title" | "description" | "dailyRateCents" | "location" | "latitude";

export type DemoItem = {
  slug: string;
  title: string;
  description: string;
  /** Slugs; the first is the main category. */
  categories: readonly string[];
  owner: DemoPersonKey;
  dailyRateCents: number;
  /** House number and street; made up. */
  street: string;
  location: DemoTown;
  latitude: number;
  longitude: number;
  /** Newest first. */
  reviews: readonly DemoReview[];
  /** Folders of `photos/`, cover first; defaults to those named after the slug. */
  photos?: readonly string[];
  foodTruck?: NonNullable<Parameters<typeof saveFoodTruck>[2]>;
  terms: Partial<Omit<typeof items.$inferInsert, Listed>>;
};

/** Things that owners lend without a question. */
const INSTANT = new Set([
  "camping-lantern",
  "cooler",
  "hand-truck",
  "kettlebell-set",
  "moving-boxes-large",
  "wheelbarrow",
]);

/** Newest first. */
export const DEMO_ITEMS = (catalogue as readonly DemoItem[]).map((item) =>
  INSTANT.has(item.slug) ? { ...item, terms: { ...item.terms, isInstant: true } } : item,
);

const { number: good } = TEST_CARDS.pm_card_visa;

/** Test cards, valid with any future date and any three digits. The sandbox has more. */
export const DEMO_CARDS = [
  { number: good, about: "works" },
  { number: TEST_CARDS.pm_card_chargeDeclined.number, about: "is declined" },
  { number: TEST_CARDS.pm_card_chargeDeclinedInsufficientFunds.number, about: "has insufficient funds" },
  { number: TEST_CARDS.pm_card_authenticationRequired.number, about: "requires authentication" },
  { number: TEST_CARDS.pm_card_chargeCustomerFail.number, about: "can be saved, but fails when charged" },
  { number: TEST_CARDS.pm_card_createDispute.number, about: "works, then is charged back a day later" },
].map(({ number, about }) => ({ number: number.replace(/(\d{4})(?=\d)/g, "$1 "), about }));

const SIZE = { width: 900, height: 600 };

type ListedItem = { item: DemoItem; row: { id: string; ownerId: string } };

/** A bundle shows photos of each of its items, so several listings of an owner can share a photo. */
const namesOf = ({ slug, photos: names = [1, 2, 3].map((number) => `${slug}-${number}`) }: DemoItem) => names;

export async function insertPhotos(db: Db, listed: readonly ListedItem[]): Promise<void> {
  const shown = listed.flatMap(({ item, row }) =>
    namesOf(item).map((name, index) => ({ name, ownerId: row.ownerId, itemId: row.id, position: index + 1 })),
  );
  const rows = new Map(shown.map(({ name, ownerId }) => [name, photoRow(name, ownerId)]));
  await db.insert(photos).values([...rows.values()]);
  await db
    .insert(itemPhotos)
    .values(shown.map(({ name, itemId, position }) => ({ itemId, photoId: required(rows, name).id, position })));
}

const photoRow = (name: string, ownerId: string) => ({
  ...SIZE,
  id: newId(),
  ownerId,
  key: `demo/${name}`,
  placeholder: required(new Map(Object.entries(placeholders)), name),
  unusedSince: null,
});

function required<Value>(map: ReadonlyMap<string, Value>, name: string): Value {
  const found = map.get(name);
  if (found === undefined) throw new Error(`The demo catalogue names ${name}, which has no photo`);
  return found;
}

const photosDirectory = join(projectRoot, "assets/demo-photos");
const AT_ONCE = 8;

/**
 * Copies the demo's photos into the file storage. The last file is stored after all others, so its presence means the
 * copy is complete.
 */
export async function copyDemoPhotos(storage: StoragePort): Promise<void> {
  const entries = await readdir(photosDirectory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const [last, ...others] = files.sort().reverse();
  if (!last) throw new Error(`There are no demo photos in ${photosDirectory}`);
  const existing = await storage.open(keyOf(last));
  existing?.content.destroy();
  if (existing) return;
  const copying = Array.from({ length: AT_ONCE }, async () => {
    for (let file = others.pop(); file; file = others.pop()) await copy(storage, file);
  });
  await Promise.all(copying);
  await copy(storage, last);
}

const keyOf = (file: string) => `demo${file.slice(photosDirectory.length)}`;

async function copy(storage: StoragePort, file: string): Promise<void> {
  const content = await readFile(file);
  await storage.put(keyOf(file), { content, size: content.length });
}
