import * as categoriesContract from "@nexby/contract/listings/categories";
import * as draftsContract from "@nexby/contract/listings/drafts";
import * as itemsContract from "@nexby/contract/listings/items";
import * as calendarContract from "@nexby/contract/listings/owner-calendar";
import * as placesContract from "@nexby/contract/listings/places";
import type { FastifyInstance } from "fastify";
import type { GeocodingPort } from "../../adapters/geocoding/geocoding.port.ts";
import { AppError } from "../../platform/errors.ts";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import type { FindOwnerRecord } from "../accounts/public.ts";
import { listAdminCategories, listCategories } from "./categories.queries.ts";
import { type RecordView, recordItemView } from "./commands/count-item-view.ts";
import { createItem, duplicateItem } from "./commands/create-item.ts";
import { deleteItem } from "./commands/delete-item.ts";
import { createCategory, deleteCategory, updateCategory } from "./commands/edit-categories.ts";
import { getCalendarFeed, rotateCalendarFeed } from "./commands/share-calendar.ts";
import { updateItem } from "./commands/update-item.ts";
import { deleteDraft, listDrafts, saveDraft } from "./listing-drafts.ts";
import type { PlaceDeps } from "./listing-input.ts";
import {
  presentDraft,
  presentItemDetail,
  presentManagedCategory,
  presentOwnItem,
  presentOwnItemSummary,
} from "./listings.presenter.ts";
import { getItem } from "./listings.queries.ts";
import { getOwnItem, listOwnItems } from "./own-items.queries.ts";
import { findPlaceAt } from "./places.ts";

export function listingsRoutes(app: FastifyInstance, deps: CatalogueDeps & PlaceDeps) {
  categoriesRoutes(app, deps);
  catalogueRoutes(app, deps);
  ownershipRoutes(app, deps);
  draftsRoutes(app, deps);
}

type CatalogueDeps = HttpDeps & { recordView: RecordView; findOwnerRecord: FindOwnerRecord };

function catalogueRoutes(app: FastifyInstance, deps: CatalogueDeps) {
  mount(app, deps, itemsContract.getItem, async ({ db, params }) =>
    presentItemDetail(await getItem(db, deps.findOwnerRecord, params.itemId)),
  );

  mount(app, deps, itemsContract.recordItemView, async ({ db, viewer, visitor, params }) => {
    await recordItemView(db, { ...params, visitor, viewerId: viewer?.id ?? null }, deps.recordView);
    return { success: true as const };
  });
}

function draftsRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, draftsContract.listDrafts, async ({ db, viewer }) =>
    (await listDrafts(db, viewer.id)).map(presentDraft),
  );

  mount(app, deps, draftsContract.saveDraft, async ({ db, viewer, body }) =>
    presentDraft(await saveDraft(db, viewer.id, body)),
  );

  mount(app, deps, draftsContract.deleteDraft, async ({ db, viewer, body }) => {
    await deleteDraft(db, viewer.id, body.itemId);
    return { success: true as const };
  });
}

const feedAddress = (siteUrl: string, token: string) => ({ url: `${siteUrl}/api/calendars/${token}.ics` });

function ownershipRoutes(app: FastifyInstance, deps: HttpDeps & PlaceDeps) {
  mount(app, deps, itemsContract.createItem, async ({ db, viewer, body }) =>
    presentOwnItem(await createItem(db, deps, viewer, body)),
  );

  mount(app, deps, itemsContract.updateItem, async ({ db, viewer, params, body }) =>
    presentOwnItem(await updateItem(db, deps, viewer, { ...params, change: body })),
  );

  mount(app, deps, itemsContract.deleteItem, async ({ db, viewer, params }) => {
    await deleteItem(db, viewer, params.itemId);
    return { success: true as const };
  });

  mount(app, deps, itemsContract.duplicateItem, async ({ db, viewer, params }) =>
    presentOwnItem(await duplicateItem(db, viewer, params.itemId)),
  );

  mount(app, deps, itemsContract.getOwnItem, async ({ db, viewer, params }) =>
    presentOwnItem(await getOwnItem(db, viewer.id, params.itemId)),
  );

  mount(app, deps, itemsContract.listOwnItems, async ({ db, viewer, query, linkNext }) => {
    const { rows, nextCursor } = await listOwnItems(db, viewer.id, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map(presentOwnItemSummary);
  });

  mount(app, deps, calendarContract.getCalendarFeed, async ({ db, viewer, params, siteUrl }) =>
    feedAddress(siteUrl, await getCalendarFeed(db, viewer, params.itemId)),
  );

  mount(app, deps, calendarContract.rotateCalendarFeed, async ({ db, viewer, params, siteUrl }) =>
    feedAddress(siteUrl, await rotateCalendarFeed(db, viewer, params.itemId)),
  );
}

function categoriesRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, categoriesContract.listCategories, ({ db }) => listCategories(db));

  mount(app, deps, categoriesContract.listAdminCategories, async ({ db }) =>
    (await listAdminCategories(db)).map(presentManagedCategory),
  );

  mount(app, deps, categoriesContract.createCategory, async ({ db, viewer, body }) =>
    presentManagedCategory(await createCategory(db, viewer, body)),
  );

  mount(app, deps, categoriesContract.updateCategory, async ({ db, viewer, params, body }) =>
    presentManagedCategory(await updateCategory(db, viewer, { ...params, ...body })),
  );

  mount(app, deps, categoriesContract.deleteCategory, async ({ db, viewer, params }) => {
    await deleteCategory(db, viewer, params.categoryId);
    return { success: true as const };
  });
}

type Deps = HttpDeps & { geocoding: GeocodingPort; mapStyleUrl: string | undefined };

export function placesRoutes(app: FastifyInstance, deps: Deps) {
  mount(app, deps, placesContract.searchPlaces, ({ query }) => deps.geocoding.search(query.query));
  mount(app, deps, placesContract.getNearestPlace, async ({ query: { latitude, longitude, location } }) => {
    const place = await findPlaceAt(deps.geocoding, { latitude, longitude }, location);
    if (!place) throw new AppError("not_found", "We couldn't find a place in the United States there");
    return place;
  });
  mount(app, deps, placesContract.getMapSettings, async () => ({ styleUrl: deps.mapStyleUrl ?? null }));
}
