import * as contract from "@nexby/contract/bookings";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../../platform/http/mount.ts";
import { presentBooking } from "../bookings.presenter.ts";
import { presentBookingRequest } from "./overview.presenter.ts";
import { countBookings } from "./use-cases/count-bookings.ts";
import { listBookingRequests } from "./use-cases/list-booking-requests.ts";
import { listBookings } from "./use-cases/list-bookings.ts";

/** Lists of bookings, to renters and owners, and the owner's inbox. */
export function mountOverview(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, contract.listBookings, async ({ db, viewer, query, linkNext }) => {
    const { rows, nextCursor } = await listBookings(db, viewer, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map(presentBooking);
  });

  mount(app, deps, contract.countBookings, ({ db, viewer }) => countBookings(db, viewer.id));

  mount(app, deps, contract.listBookingRequests, async ({ db, viewer, query, linkNext }) => {
    const { rows, nextCursor } = await listBookingRequests(db, viewer, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map(presentBookingRequest);
  });
}
