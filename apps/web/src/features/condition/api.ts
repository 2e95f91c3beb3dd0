import type * as conditionContract from "@nexby/contract/bookings/condition";
import type {
  addRentalPhoto,
  confirmCondition,
  NewConditionReport,
  reportCondition,
} from "@nexby/contract/bookings/condition";
import { queryOptions } from "@tanstack/react-query";
import { read, write } from "../../lib/api/queries.ts";
import { type UploadWatch, uploadFile } from "../../lib/api/upload-file.ts";
import { newKey } from "../../lib/format.ts";
import { withQuery } from "../../lib/paths.ts";

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

type NewPhoto = { id: string; stage: string; shot: string | null; sha256: string | null; file: File };

export const sendPhoto = (bookingId: string, { id, stage, shot, sha256, file }: NewPhoto, watch: UploadWatch) =>
  uploadFile<typeof addRentalPhoto>(
    withQuery(`${BOOKINGS}/${bookingId}/photos/${id}`, { stage, shot, sha256 }),
    file,
    watch,
  );
