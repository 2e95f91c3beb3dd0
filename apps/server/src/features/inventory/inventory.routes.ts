import * as contract from "@nexby/contract/listings/owner-calendar";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import type { CalendarPorts } from "./appointments.ts";
import { downloadCalendarFeed } from "./calendar-feed.ts";
import { getOwnerCalendar, listExternalCalendars } from "./calendars.queries.ts";
import { setBlockedDays } from "./commands/set-blocked-days.ts";
import { importCalendar, removeCalendar, subscribeCalendar, syncCalendar } from "./commands/subscribe-calendar.ts";
import { presentCalendarRow, presentExternalCalendar } from "./inventory.presenter.ts";

type Deps = HttpDeps & Pick<CalendarPorts, "calendarReader">;

export function ownerCalendarRoutes(app: FastifyInstance, deps: Deps) {
  mount(app, deps, contract.getOwnerCalendar, async ({ db, viewer, query }) =>
    (await getOwnerCalendar(db, viewer, query)).map(presentCalendarRow),
  );

  mount(app, deps, contract.setBlockedDays, async ({ db, viewer, params, body }) =>
    presentCalendarRow(await setBlockedDays(db, viewer, params.itemId, body)),
  );

  mount(app, deps, contract.downloadCalendarFeed, ({ db, params }) =>
    downloadCalendarFeed(db, params.token.replace(/\.ics$/, "")),
  );
  externalCalendarRoutes(app, deps);
}

function externalCalendarRoutes(app: FastifyInstance, deps: Deps) {
  mount(app, deps, contract.listExternalCalendars, async ({ db, viewer, params }) =>
    (await listExternalCalendars(db, viewer, params.itemId)).map(presentExternalCalendar),
  );

  mount(app, deps, contract.subscribeCalendar, async ({ db, viewer, params, body }) =>
    presentExternalCalendar(await subscribeCalendar(db, viewer, { ...params, ...body })),
  );

  mount(app, deps, contract.importCalendar, async ({ db, viewer, params, file }) =>
    presentExternalCalendar(await importCalendar(db, deps.calendarReader, viewer, { ...params, file })),
  );

  mount(app, deps, contract.removeCalendar, async ({ db, viewer, params }) => {
    await removeCalendar(db, viewer, params.calendarId);
    return { success: true as const };
  });

  mount(app, deps, contract.syncCalendar, async ({ db, viewer, params }) =>
    presentExternalCalendar(await syncCalendar(db, viewer, params.calendarId)),
  );
}
