import * as contract from "@nexby/contract/listings/owner-calendar";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import type { CalendarPorts } from "./appointments.ts";
import { calendarFeed, getCalendarFeed, readCalendarFeed, renewCalendarFeed } from "./calendar-feed.ts";
import { getOwnerCalendar, listExternalCalendars } from "./calendars.queries.ts";
import { setBlockedDays } from "./commands/set-blocked-days.ts";
import {
  followCalendar,
  importCalendarFile,
  refreshExternalCalendar,
  removeExternalCalendar,
} from "./commands/subscribe-calendar.ts";
import { presentCalendarRow, presentExternalCalendar } from "./inventory.presenter.ts";

type Deps = HttpDeps & Pick<CalendarPorts, "calendarReader">;

const feedAddress = (siteUrl: string, token: string) => ({ url: `${siteUrl}/api/calendars/${token}.ics` });

export function ownerCalendarRoutes(app: FastifyInstance, deps: Deps) {
  mount(app, deps, contract.getOwnerCalendar, async ({ db, viewer, query }) =>
    (await getOwnerCalendar(db, viewer, query)).map(presentCalendarRow),
  );

  mount(app, deps, contract.setBlockedDays, async ({ db, viewer, params, body }) =>
    presentCalendarRow(await setBlockedDays(db, viewer, params.itemId, body)),
  );

  mount(app, deps, contract.getCalendarFeed, async ({ db, viewer, params, siteUrl }) =>
    feedAddress(siteUrl, await getCalendarFeed(db, viewer, params.itemId)),
  );

  mount(app, deps, contract.renewCalendarFeed, async ({ db, viewer, params, siteUrl }) =>
    feedAddress(siteUrl, await renewCalendarFeed(db, viewer, params.itemId)),
  );

  mount(app, deps, contract.readCalendarFeed, async ({ db, params }) => {
    const { item, holds } = await readCalendarFeed(db, params.token.replace(/\.ics$/, ""));
    return calendarFeed(item, holds);
  });
  externalCalendarRoutes(app, deps);
}

function externalCalendarRoutes(app: FastifyInstance, deps: Deps) {
  mount(app, deps, contract.listExternalCalendars, async ({ db, viewer, params }) =>
    (await listExternalCalendars(db, viewer, params.itemId)).map(presentExternalCalendar),
  );

  mount(app, deps, contract.followCalendar, async ({ db, viewer, params, body }) =>
    presentExternalCalendar(await followCalendar(db, viewer, { ...params, ...body })),
  );

  mount(app, deps, contract.importCalendarFile, async ({ db, viewer, params, file }) =>
    presentExternalCalendar(await importCalendarFile(db, deps.calendarReader, viewer, { ...params, file })),
  );

  mount(app, deps, contract.removeExternalCalendar, async ({ db, viewer, params }) => {
    await removeExternalCalendar(db, viewer, params.calendarId);
    return { success: true as const };
  });

  mount(app, deps, contract.refreshExternalCalendar, async ({ db, viewer, params }) =>
    presentExternalCalendar(await refreshExternalCalendar(db, viewer, params.calendarId)),
  );
}
