import { addFavorite } from "@nexby/contract/discovery/saved";
import { saveDraft } from "@nexby/contract/listings/drafts";
import { recordItemView } from "@nexby/contract/listings/items";
import { addDays, type LocalDate } from "@nexby/domain/kernel/calendar";
import { photoAddress } from "../../features/photos/photo-files.ts";
import { newId } from "../../platform/ids.ts";
import { savedSearches } from "../../schema/collections.ts";
import { externalCalendars } from "../../schema/inventory.ts";
import { call } from "../call.ts";
import { createItem, createPhotos, givePhotos } from "../factories.ts";
import { jpeg } from "../listings/good-files.ts";
import { once, type Scenarios, type Submission, twice } from "./submission.ts";
import type { World } from "./world.fixture.ts";

const STORED_AGAIN = "A file that is sent again is stored again, and the unused one is removed after a day";

/** An iCalendar file with one appointment, from this day to the next. */
const calendarOf = (day: LocalDate) => {
  const [start, end] = [day, addDays(day, 1)].map((date) => date.replaceAll("-", ""));
  return [
    ...["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "UID:one", "SUMMARY:Lent out"],
    ...[`DTSTART;VALUE=DATE:${start}`, `DTEND;VALUE=DATE:${end}`, "END:VEVENT", "END:VCALENDAR"],
  ].join("\r\n");
};

export function listingScenarios(world: World): Scenarios {
  const { database, origin, person, goodBody, nameOf } = world;
  const picture = async () => ({ bytes: await jpeg({ width: 30, height: 20 }) });

  /** An owner's item with three photos. */
  const owned = async (overrides: Parameters<typeof createItem>[1] = {}) => {
    const { id: ownerId, headers } = await person();
    const itemId = await createItem(database().db, { ownerId, ...overrides });
    await givePhotos(database().db, itemId, ownerId, [newId(), newId(), newId()]);
    return { headers, params: { itemId } };
  };
  /** Another owner's item. */
  const offered = async () => ({ headers: (await person()).headers, params: (await owned()).params });
  const viewed = async () => {
    const submission = await offered();
    await call(origin(), recordItemView, submission);
    return submission;
  };
  const search = async () => {
    const { id: userId, headers } = await person();
    const searchId = newId();
    await database().db.insert(savedSearches).values({ id: searchId, userId, name: "Kayaks", timezone: "UTC" });
    return { headers, params: { searchId } };
  };
  const calendar = async () => {
    const { headers, params } = await owned();
    const calendarId = newId();
    const followed = { itemId: params.itemId, name: "Family", url: "https://calendar.example/" };
    await database()
      .db.insert(externalCalendars)
      .values({ id: calendarId, ...followed });
    return { headers, params: { calendarId } };
  };
  const newListing = async (): Promise<Submission> => {
    const { id, headers } = await person();
    const keys = [newId(), newId(), newId()];
    await createPhotos(database().db, id, keys);
    return { headers, body: { ...goodBody("POST /api/items"), images: keys.map(photoAddress) } };
  };

  return {
    quoteItem: once(async () => ({
      headers: {},
      params: (await owned()).params,
      body: goodBody("POST /api/items/:itemId/quote"),
    })),
    recordItemView: once(offered),
    addFavorite: once(offered),
    removeFavorite: once(async () => {
      const submission = await offered();
      await call(origin(), addFavorite, submission);
      return submission;
    }),
    removeRecentView: once(viewed),
    clearRecentViews: once(async () => ({ headers: (await viewed()).headers })),
    createSavedSearch: twice("Two saved searches may have the same filters", async () => ({
      headers: (await person()).headers,
      body: { ...goodBody("POST /api/saved-searches"), name: nameOf("Kayaks") },
    })),
    updateSavedSearch: once(async () => ({ ...(await search()), body: { name: nameOf("Canoes") } })),
    deleteSavedSearch: once(search),
    createItem: twice("An owner may list two items that look the same", newListing),
    updateItem: once(async () => ({ ...(await owned()), body: { title: nameOf("Ladder") } })),
    deleteItem: once(owned),
    duplicateItem: twice("An owner may want two copies", owned),
    saveDraft: once(async () => ({ headers: (await person()).headers, body: goodBody("PUT /api/owner/drafts") })),
    deleteDraft: once(async () => {
      const { headers } = await person();
      await call(origin(), saveDraft, { headers, body: goodBody("PUT /api/owner/drafts") });
      return { headers, body: { itemId: null } };
    }),
    uploadPhoto: twice(STORED_AGAIN, async () => ({ headers: (await person()).headers, file: await picture() })),
    uploadMenu: twice(STORED_AGAIN, async () => ({ headers: (await person()).headers, file: await picture() })),
    setBlockedDays: once(async () => {
      const day = addDays(await world.today(), 7);
      return { ...(await owned()), body: { startDate: day, endDate: day, isBlocked: true } };
    }),
    rotateCalendarFeed: once(owned),
    subscribeCalendar: once(async () => ({
      ...(await owned()),
      body: goodBody("POST /api/owner/items/:itemId/external-calendars"),
    })),
    importCalendar: twice(
      "Each import is a calendar of its own that its owner can remove; no unit is taken twice",
      async () => ({
        ...(await owned()),
        file: {
          bytes: Buffer.from(calendarOf(addDays(await world.today(), 7))),
          name: "family.ics",
          type: "text/calendar",
        },
      }),
    ),
    removeCalendar: once(calendar),
    syncCalendar: once(calendar),
  };
}
