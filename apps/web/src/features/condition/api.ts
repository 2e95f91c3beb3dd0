import type * as conditionContract from "@nexby/contract/bookings/condition";
import type {
  confirmCondition,
  EvidenceView,
  NewConditionReport,
  PhotoCodeView,
  reportCondition,
} from "@nexby/contract/bookings/condition";
import type { ReportPhase } from "@nexby/domain/condition/condition-reports";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { browserClient } from "../../lib/api/client.ts";
import { read, write } from "../../lib/api/queries.ts";
import { newKey } from "../../lib/browser/intents.ts";

const BOOKINGS = "/api/bookings";

/** The other person can add something at any time, so cached data is shown but always refetched. */
export const getCondition = (bookingId: string) =>
  queryOptions({
    ...read<typeof conditionContract.getBookingCondition>(BOOKINGS, bookingId, "condition"),
    staleTime: 0,
  });

/** Recomputed each time it is opened, and for each fingerprint from a mail. */
export const verifyEvidence = (bookingId: string, hash: string | null) =>
  queryOptions<EvidenceView>({
    queryKey: [BOOKINGS, bookingId, "evidence", hash],
    queryFn: async ({ signal }) => {
      const query = hash === null ? "" : `?hash=${hash}`;
      return (await browserClient.ask<EvidenceView>({ url: `${BOOKINGS}/${bookingId}/evidence${query}`, signal })).body;
    },
    // While a fingerprint is looked up, the result stays.
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });

/**
 * The viewer's own codes. The key is not a booking's path, because codes are not fetched again with all bookings: they
 * stay the same until the phases change.
 */
export const listPhotoCodes = (bookingId: string, phases: readonly ReportPhase[]) =>
  queryOptions<PhotoCodeView[]>({
    queryKey: ["#photo-codes", bookingId, phases.join()],
    queryFn: async ({ signal }) =>
      (await browserClient.ask<PhotoCodeView[]>({ url: `${BOOKINGS}/${bookingId}/photo-codes`, signal })).body,
    enabled: phases.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const confirm = (bookingId: string) =>
  write<typeof confirmCondition>("POST", BOOKINGS, bookingId, "confirm-condition");

/** The report's own id makes repeating it safe, so each attempt has a new key. */
export const sendReport = (bookingId: string, reportId: string, body: NewConditionReport) =>
  write<typeof reportCondition>("PUT", BOOKINGS, bookingId, "condition-reports", reportId)(newKey(), body);
