import type * as recordContract from "@nexby/contract/admin/booking-record";
import type * as bookingCommandsContract from "@nexby/contract/bookings/booking-commands";
import type {
  agreeToClaim,
  approveBooking,
  cancelBooking,
  claimDamage,
  confirmReturn,
  confirmTime,
  confirmUnits,
  contestClaim,
  contestLateFee,
  contestNoShow,
  decideLateFee,
  declineBooking,
  disputeHandoff,
  enterHandoffCode,
  giveUpDeposit,
  HandoffCodeView,
  keepTime,
  markHandedOver,
  markReturned,
  markUnitAvailable,
  nameLoss,
  proposeTime,
  rejectHandoff,
  renewHandoffCode,
  reportNoShow,
  resolveDamageClaim,
  retryDeposit,
  setHandoffInstructions,
  upholdHandoff,
  waiveLateFee,
} from "@nexby/contract/bookings/booking-commands";
import type * as requestsContract from "@nexby/contract/bookings/booking-requests";
import type * as bookingsContract from "@nexby/contract/bookings/bookings";
import type { BookingGroup } from "@nexby/contract/bookings/bookings";
import type * as conditionContract from "@nexby/contract/bookings/condition";
import type * as extensionsContract from "@nexby/contract/bookings/extensions";
import type { approveExtension, declineExtension, withdrawExtension } from "@nexby/contract/bookings/extensions";
import type * as quotesContract from "@nexby/contract/bookings/quotes";

import type { ResponseOf } from "@nexby/contract/endpoint";
import type * as itemsContract from "@nexby/contract/listings/items";
import type { NoShow } from "@nexby/domain/bookings/snapshot";
import type { PlanKind } from "@nexby/domain/planning/planned-times";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { browserClient } from "../../lib/api/client.ts";
import { pagesAt, read, readPages, write } from "../../lib/api/queries.ts";
import { withQuery } from "../../lib/paths.ts";

const BOOKINGS = "/api/bookings";

/** Commands on a booking. Each returns the updated booking. */
export const ACTIONS = {
  approve: (id: string) => write<typeof approveBooking>("POST", BOOKINGS, id, "approve"),
  decline: (id: string) => write<typeof declineBooking>("POST", BOOKINGS, id, "decline"),
  cancel: (id: string) => write<typeof cancelBooking>("POST", BOOKINGS, id, "cancel"),
  hand_over: (id: string) => write<typeof markHandedOver>("POST", BOOKINGS, id, "hand-over"),
  object_to_handover: (id: string) => write<typeof disputeHandoff>("POST", BOOKINGS, id, "object-to-handover"),
  approve_extension: (id: string) => write<typeof approveExtension>("POST", BOOKINGS, id, "approve-extension"),
  decline_extension: (id: string) => write<typeof declineExtension>("POST", BOOKINGS, id, "decline-extension"),
  withdraw_extension: (id: string) => write<typeof withdrawExtension>("POST", BOOKINGS, id, "withdraw-extension"),
  submit_return: (id: string) => write<typeof markReturned>("POST", BOOKINGS, id, "return"),
  close: (id: string) => write<typeof confirmReturn>("POST", BOOKINGS, id, "close"),
  claim_damage: (id: string) => write<typeof claimDamage>("POST", BOOKINGS, id, "claim-damage"),
  confirm_units: (id: string) => write<typeof confirmUnits>("POST", BOOKINGS, id, "confirm-units"),
  name_loss: (id: string) => write<typeof nameLoss>("POST", BOOKINGS, id, "name-loss"),
  agree_to_claim: (id: string) => write<typeof agreeToClaim>("POST", BOOKINGS, id, "agree-to-claim"),
  contest_claim: (id: string) => write<typeof contestClaim>("POST", BOOKINGS, id, "contest-claim"),
  report_no_show: (id: string) => write<typeof reportNoShow>("POST", BOOKINGS, id, "no-show"),
  contest_no_show: (id: string) => write<typeof contestNoShow>("POST", BOOKINGS, id, "contest-no-show"),
  contest_late_fee: (id: string) => write<typeof contestLateFee>("POST", BOOKINGS, id, "contest-late-fee"),
  waive_late_fee: (id: string) => write<typeof waiveLateFee>("POST", BOOKINGS, id, "waive-late-fee"),
  decide_late_fee: (id: string) => write<typeof decideLateFee>("POST", "/api/admin/bookings", id, "late-fee"),
  uphold_handoff: (id: string) => write<typeof upholdHandoff>("POST", "/api/admin/bookings", id, "uphold-handoff"),
  reject_handoff: (id: string) => write<typeof rejectHandoff>("POST", "/api/admin/bookings", id, "reject-handoff"),
  retry_deposit: (id: string) => write<typeof retryDeposit>("POST", "/api/admin/bookings", id, "retry-deposit"),
  give_up_deposit: (id: string) => write<typeof giveUpDeposit>("POST", "/api/admin/bookings", id, "give-up-deposit"),
  mark_available: (id: string) => write<typeof markUnitAvailable>("POST", BOOKINGS, id, "mark-available"),
  resolve: (id: string) => write<typeof resolveDamageClaim>("POST", "/api/admin/bookings", id, "resolve"),
};

/** Commands on a pickup or return time. */
export const PLAN_ACTIONS = {
  propose: (id: string) => write<typeof proposeTime>("POST", BOOKINGS, id, "propose-time"),
  confirm: (id: string) => write<typeof confirmTime>("POST", BOOKINGS, id, "confirm-time"),
  keep: (id: string) => write<typeof keepTime>("POST", BOOKINGS, id, "keep-time"),
  instruct: (id: string) => write<typeof setHandoffInstructions>("POST", BOOKINGS, id, "instructions"),
};

/**
 * The viewer's own code. Its key is not a booking's path, because it must not be fetched again with all bookings: the
 * handoff that was just confirmed has no code anymore.
 */
export const showHandoffCode = (bookingId: string, kind: PlanKind | null) =>
  queryOptions<HandoffCodeView>({
    queryKey: ["#handoff-code", bookingId, kind ?? ""],
    queryFn: async ({ signal }) =>
      (await browserClient.ask<HandoffCodeView>({ url: `${BOOKINGS}/${bookingId}/handoff-code`, signal })).body,
    enabled: kind !== null,
  });

export const CODE_ACTIONS = {
  enter: (id: string) => write<typeof enterHandoffCode>("POST", BOOKINGS, id, "enter-code"),
  renew: (id: string) => write<typeof renewHandoffCode>("POST", BOOKINGS, id, "handoff-code"),
};

export type Side = "renter" | "owner";

/** The other side can change a booking at any time, so cached data is shown but always refetched. */
const staleTime = 0;

export const getBooking = (bookingId: string) =>
  queryOptions({ ...read<typeof bookingsContract.getBooking>("/api/bookings", bookingId), staleTime });

/** For its category. */
export const getItem = (itemId: string) => read<typeof itemsContract.getItem>("/api/items", itemId);

/** For the photos of the owner's report. */
export const getCondition = (bookingId: string) =>
  queryOptions({ ...read<typeof conditionContract.getBookingCondition>(BOOKINGS, bookingId, "condition"), staleTime });

export const listBookings = (as: Side, group: BookingGroup) =>
  infiniteQueryOptions({
    ...readPages<typeof bookingsContract.listBookings>(withQuery("/api/bookings", { as, group })),
    staleTime,
  });

export const listBookingRequests = (group: "open" | "decided") =>
  infiniteQueryOptions({
    ...readPages<typeof requestsContract.listBookingRequests>(withQuery("/api/booking-requests", { group })),
    staleTime,
  });

/**
 * Current refund preview; an admin passes `as` to cancel as a no-show. Never cached, because the refund can drop over
 * time.
 */
export const previewCancellation = (bookingId: string, as: NoShow | null) =>
  queryOptions<ResponseOf<typeof bookingCommandsContract.previewCancellation>>({
    queryKey: ["/api/bookings", bookingId, withQuery("cancellation", { as })],
    staleTime,
    gcTime: 0,
  });

/** The days to which a rental can be extended. Never cached, because others can book them at any time. */
export const getExtensionOptions = (bookingId: string) =>
  queryOptions({
    ...read<typeof extensionsContract.getExtensionOptions>("/api/bookings", bookingId, "extension"),
    staleTime,
    gcTime: 0,
  });

/** Holds the days. The payment follows on the checkout page. */
export const requestExtension = (bookingId: string) =>
  write<typeof extensionsContract.requestExtension>("POST", BOOKINGS, bookingId, "extension");

/** For admins. Each read is recorded, so the page never reads it by itself. */
export const readBookingRecord = (bookingId: string) =>
  write<typeof recordContract.readBookingRecord>("POST", "/api/admin/bookings", bookingId, "record");

export const listStatusChanges = (bookingId: string) =>
  infiniteQueryOptions({
    ...pagesAt<ResponseOf<typeof recordContract.listStatusChanges>>(`/api/admin/bookings/${bookingId}/status-changes`),
    staleTime,
  });

/** Nested under the item's own query key. */
export const getItemCalendar = (itemId: string, from: string, days: number) =>
  queryOptions<ResponseOf<typeof quotesContract.getItemCalendar>>({
    queryKey: ["/api/items", itemId, withQuery("calendar", { from, days: String(days) })],
  });
