import type * as conditionContract from "@nexby/contract/bookings/condition";
import type { confirmCondition, NewConditionReport, reportCondition } from "@nexby/contract/bookings/condition";
import { queryOptions } from "@tanstack/react-query";
import { read, write } from "../../lib/api/queries.ts";
import { newKey } from "../../lib/format.ts";

const BOOKINGS = "/api/bookings";

/** The other person can add something at any time, so cached data is shown but always refetched. */
export const getCondition = (bookingId: string) =>
  queryOptions({
    ...read<typeof conditionContract.getBookingCondition>(BOOKINGS, bookingId, "condition"),
    staleTime: 0,
  });

/** Recomputed each time it is opened. */
export const verifyEvidence = (bookingId: string) =>
  queryOptions({
    ...read<typeof conditionContract.verifyEvidence>(BOOKINGS, bookingId, "evidence"),
    staleTime: 0,
    gcTime: 0,
  });

export const confirm = (bookingId: string) =>
  write<typeof confirmCondition>("POST", BOOKINGS, bookingId, "confirm-condition");

/** The report's own id makes repeating it safe, so each attempt has a new key. */
export const sendReport = (bookingId: string, reportId: string, body: NewConditionReport) =>
  write<typeof reportCondition>("PUT", BOOKINGS, bookingId, "condition-reports", reportId)(newKey(), body);
