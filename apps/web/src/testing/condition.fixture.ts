import type { BookingConditionView, RentalPhotoView } from "@nexby/contract/bookings/condition";
import { BOOKING } from "./booking.fixture.ts";

export const HASHES = { head: "a".repeat(64), later: "b".repeat(64), photo: "c".repeat(64) };

/** Before anyone reported anything, when both can report the pickup. */
export const CONDITION: BookingConditionView = {
  bookingId: BOOKING.id,
  reports: [],
  photos: [],
  knownMarks: [],
  shots: [
    { code: "whole", label: "The whole item", hint: "Step back until all of it is in the picture" },
    { code: "marks", label: "Scratches and marks", hint: "Go close to every mark you can see" },
  ],
  recorded: { check_out: null, check_in: null },
  confirmed: { check_out: { renterAt: null, ownerAt: null }, check_in: { renterAt: null, ownerAt: null } },
  headSha256: null,
  allowed: { report: ["check_out"], photos: ["pickup"], confirm: [] },
};

let photoCount = 0;

export function rentalPhoto(changes: Partial<RentalPhotoView> = {}): RentalPhotoView {
  photoCount += 1;
  const id = changes.id ?? `0198c0de-0000-7000-8000-0000000001${String(photoCount).padStart(2, "0")}`;
  return {
    id,
    url: `/api/bookings/${BOOKING.id}/photos/${id}`,
    stage: "pickup",
    byRole: "renter",
    shot: "whole",
    width: 1600,
    height: 1200,
    placeholder: "",
    filename: "photo.jpg",
    fileSize: 1000,
    mimeType: "image/jpeg",
    originalSha256: HASHES.photo,
    copySha256: HASHES.photo,
    isRemoved: false,
    createdAt: "2026-06-04T13:05:00.000Z",
    ...changes,
  };
}

type Report = BookingConditionView["reports"][number];

let reportCount = 0;

export function conditionReport(changes: Partial<Report> = {}): Report {
  reportCount += 1;
  return {
    id: `0198c0de-0000-7000-8000-0000000002${String(reportCount).padStart(2, "0")}`,
    byRole: "renter",
    phase: "check_out",
    condition: "good",
    notes: null,
    photoIds: [],
    marks: [],
    createdAt: "2026-06-04T13:10:00.000Z",
    ...changes,
  };
}
