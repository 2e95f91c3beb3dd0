import { CONDITION_FIELDS } from "@nexby/domain/condition/booking-condition";
import {
  ITEM_CONDITIONS,
  MAX_MARKS_PER_REPORT,
  MAX_PHOTOS_PER_REPORT,
  PHOTO_STAGES,
  REPORT_PHASES,
  REPORT_ROLES,
} from "@nexby/domain/condition/condition-reports";
import { MAILED_DIGITS } from "@nexby/domain/condition/evidence-chain";
import {
  EVIDENCE_AUTHORS,
  EVIDENCE_KINDS,
  EVIDENCE_PROBLEMS,
  EVIDENCE_STATES,
} from "@nexby/domain/condition/evidence-links";
import { SHOT_CODES } from "@nexby/domain/condition/shot-lists";
import { MAX_PIECE_NAME, MAX_PIECES } from "@nexby/domain/listings/kit";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { namedObject, oneLine } from "../fields.ts";
import { MAX_PHOTO_BYTES } from "../listings/photos.ts";
import { bookingParams, shortText } from "./bookings.ts";

const instant = z.iso.datetime();
const SHA256 = /^[0-9a-f]{64}$/;
const sha256 = z.string().regex(SHA256).describe("SHA-256 in lower-case hex");

const photoParams = z.object({ bookingId: z.uuid(), photoId: z.uuid() });

const rentalPhotoView = namedObject("RentalPhoto", {
  id: z.uuid(),
  url: z.string().describe("The copy without metadata. Answers only for the renter, the owner and admins"),
  stage: z.enum(PHOTO_STAGES),
  byRole: z.enum(REPORT_ROLES),
  shot: z.string().nullable().describe("The code of the shot list's entry it was taken for"),
  width: z.int().positive(),
  height: z.int().positive(),
  placeholder: z.string().describe("A tiny blurred version as a data URL"),
  filename: z.string(),
  fileSize: z.int().positive().describe("Of the file as it was sent, in bytes"),
  mimeType: z.string(),
  originalSha256: sha256.describe("Of the file as it was sent. Equal to the sender's own hash"),
  copySha256: sha256.describe("Of the copy without metadata"),
  isRemoved: z.boolean().describe("Whether its files were removed after the retention period"),
  codeShownAt: instant
    .optional()
    .describe("When the other person's phone showed the photo code that it carries. Absent if it carries none"),
  createdAt: instant,
});
export type RentalPhotoView = z.infer<typeof rentalPhotoView>;

const markView = namedObject("ItemMark", {
  id: z.uuid(),
  description: z.string(),
  photoId: z.uuid().nullable().describe("A photo of this booking that shows it"),
  agreedAt: instant.nullable().describe("When the second person confirmed it"),
});

const conditionReportView = namedObject("ConditionReport", {
  id: z.uuid(),
  byRole: z.enum(REPORT_ROLES),
  phase: z.enum(REPORT_PHASES).describe("check_out is the pickup, check_in the return"),
  condition: z.enum(ITEM_CONDITIONS),
  notes: z.string().nullable(),
  photoIds: z.array(z.uuid()).describe("In the order the person chose"),
  marks: z.array(markView),
  pieces: z
    .array(namedObject("CountedPiece", { name: z.string(), count: z.int().nonnegative() }))
    .optional()
    .describe("How many of each piece were there. Absent if they weren't counted"),
  photoCode: namedObject("ReportPhotoCode", {
    code: z.string(),
    shownAt: instant.describe("The minute in which the other person's phone showed it"),
  })
    .optional()
    .describe("The other person's photo code. Absent if its author entered none"),
  createdAt: instant,
});

const confirmations = z.object({
  renterAt: instant.nullable(),
  ownerAt: instant.nullable(),
});

const bookingConditionView = namedObject("BookingCondition", {
  bookingId: z.uuid(),
  reports: z.array(conditionReportView).describe("Oldest first. The last one of each person and phase counts"),
  photos: z.array(rentalPhotoView).describe("Oldest first"),
  knownMarks: z
    .array(namedObject("KnownMark", { id: z.uuid(), description: z.string(), agreedAt: instant }))
    .describe("Marks that both people of an earlier rental agreed on. Nobody pays for them again"),
  shots: z
    .array(namedObject("Shot", { code: z.string(), label: z.string(), hint: z.string() }))
    .describe("Photos a report of this item should have"),
  recorded: z
    .record(
      z.enum(REPORT_PHASES),
      z.object({ condition: z.enum(ITEM_CONDITIONS), notes: z.string().nullable() }).nullable(),
    )
    .describe("The condition on record: as the person who received the item reported it, or the other one until then"),
  confirmed: z
    .record(z.enum(REPORT_PHASES), confirmations)
    .describe("When each person confirmed the pickup's reports and signed the return's. A new report resets its phase"),
  headSha256: sha256.nullable().describe("The newest link of the evidence chain. Send it to confirm what you see"),
  allowed: z
    .object({
      report: z.array(z.enum(REPORT_PHASES)),
      photos: z.array(z.enum(PHOTO_STAGES)),
      confirm: z.array(z.enum(REPORT_PHASES)),
    })
    .describe("What you can do now"),
});
export type BookingConditionView = z.infer<typeof bookingConditionView>;

export const getBookingCondition = endpoint({
  method: "GET",
  path: "/api/bookings/:bookingId/condition",
  summary: "Get the condition reports and photos of a booking",
  access: "signed-in",
  params: bookingParams,
  response: bookingConditionView,
  errors: ["not_found"],
});

export const addRentalPhoto = endpoint({
  method: "POST",
  path: "/api/bookings/:bookingId/photos/:photoId",
  summary: "Add a private photo under an id of your own. Sending it again with the same id adds nothing",
  access: "approved",
  params: photoParams,
  query: z.object({
    stage: z.enum(PHOTO_STAGES, { error: `Stage must be one of ${PHOTO_STAGES.join(", ")}` }).default("pickup"),
    shot: z
      .string()
      .refine((code) => SHOT_CODES.includes(code), "Please choose a photo from the list")
      .optional()
      .describe("The code of the shot list's entry it was taken for"),
    sha256: z
      .string()
      .regex(SHA256, "sha256 must be 64 characters of lower-case hex")
      .optional()
      .describe("Your own hash of the file. A file that arrives with another one is refused"),
  }),
  limits: [{ per: "account", times: 300, seconds: 3600 }],
  upload: { maxBytes: MAX_PHOTO_BYTES, isEvidence: true },
  response: rentalPhotoView,
  status: 201,
  errors: [
    "validation_failed",
    "not_found",
    "action_not_allowed",
    "id_reused",
    "payload_too_large",
    "unsupported_media_type",
  ],
});

export const getRentalPhoto = endpoint({
  method: "GET",
  path: "/api/bookings/:bookingId/photos/:photoId",
  summary: "Get a rental's photo without metadata, as its renter, its owner or an admin",
  access: "signed-in",
  params: photoParams,
  mediaType: "image/webp",
  response: z.file(),
  errors: ["not_found"],
});

const COUNT_MESSAGE = "Please count each piece";
const countedPiece = z.object(
  {
    name: z.string({ error: COUNT_MESSAGE }).max(MAX_PIECE_NAME, COUNT_MESSAGE),
    // The booking's kit limits it further.
    count: z.int(COUNT_MESSAGE).nonnegative(COUNT_MESSAGE),
  },
  { error: COUNT_MESSAGE },
);
const photoCodeView = namedObject("PhotoCode", {
  phase: z.enum(REPORT_PHASES).describe("The phase of the other person's report it is for"),
  key: z
    .string()
    .describe("Base64 key of a time-based one-time password (RFC 6238): SHA-256, six digits, new every 60 seconds"),
});
export type PhotoCodeView = z.infer<typeof photoCodeView>;

export const listPhotoCodes = endpoint({
  method: "GET",
  path: "/api/bookings/:bookingId/photo-codes",
  summary: "Get the keys of the photo codes you show for the other person's condition reports. They work offline",
  access: "signed-in",
  params: bookingParams,
  response: z.array(photoCodeView),
  errors: ["not_found"],
});

const CODE_MESSAGE = "Enter the six digits of the code, or leave it blank";

const reportConditionBody = z.object({
  phase: z.enum(REPORT_PHASES, { error: `Phase must be one of ${REPORT_PHASES.join(", ")}` }),
  condition: z.enum(ITEM_CONDITIONS, { error: "Please choose the item's condition" }),
  notes: shortText(2000).default(""),
  photoIds: z
    .array(z.uuid("Please choose photos of this booking"), { error: "Please choose photos of this booking" })
    .max(MAX_PHOTOS_PER_REPORT, `Please choose at most ${MAX_PHOTOS_PER_REPORT} photos`)
    .refine((ids) => new Set(ids).size === ids.length, "Please choose each photo once")
    .default([])
    .describe("Your own photos of this booking, in the order they are shown"),
  marks: z
    .array(
      z.object({
        description: oneLine("Please describe the mark", 200),
        photoId: z.uuid("Please choose a photo of this report").nullable().default(null),
      }),
      { error: "Please describe each mark" },
    )
    .max(MAX_MARKS_PER_REPORT, `Please describe at most ${MAX_MARKS_PER_REPORT} marks`)
    .default([]),
  pieces: z
    .array(countedPiece, { error: COUNT_MESSAGE })
    .max(MAX_PIECES, COUNT_MESSAGE)
    .optional()
    .describe("How many of each of the booking's pieces are there. Omit it if you didn't count them"),
  photoCode: z
    .string({ error: CODE_MESSAGE })
    .regex(/^\d{6}$/, CODE_MESSAGE)
    .optional()
    .describe("The other person's photo code. Each code is accepted for one report"),
  photoCodeAt: z.iso
    .datetime({ error: "Please enter the code again" })
    .optional()
    .describe("When you entered the photo code, if you send the report later"),
});
export type NewConditionReport = z.output<typeof reportConditionBody>;

export const reportCondition = endpoint({
  method: "PUT",
  path: "/api/bookings/:bookingId/condition-reports/:reportId",
  summary: "Report the item's condition under an id of your own. Sending it again with the same id reports nothing new",
  access: "signed-in",
  params: z.object({ bookingId: z.uuid(), reportId: z.uuid() }),
  body: reportConditionBody,
  // Each report notifies the other person.
  limits: [{ per: "account", times: 120, seconds: 3600 }],
  response: bookingConditionView,
  // A wrong photo code must stay counted. The report's own id makes repeating it safe.
  isOutcomeSecret: true,
  errors: [
    "validation_failed",
    "not_found",
    "action_not_allowed",
    "id_reused",
    "wrong_photo_code",
    "photo_code_locked",
  ],
});

export const confirmCondition = endpoint({
  method: "POST",
  path: "/api/bookings/:bookingId/confirm-condition",
  summary: "Confirm the pickup's reports, or sign the return's, as you see them",
  access: "signed-in",
  params: bookingParams,
  body: z.object({
    phase: z.enum(REPORT_PHASES, { error: `Phase must be one of ${REPORT_PHASES.join(", ")}` }),
    headSha256: z
      .string({ error: "Please reload the page" })
      .regex(SHA256, "Please reload the page")
      .describe("The newest link you were shown"),
  }),
  response: bookingConditionView,
  errors: ["validation_failed", "not_found", "action_not_allowed", "evidence_changed"],
});

const STATE_MEANING =
  "not_checkable: a link's key isn't known here, because the server's secret is another one than when it was written";

const evidenceView = namedObject("Evidence", {
  state: z.enum(EVIDENCE_STATES).describe(`changed if anything doesn't match. ${STATE_MEANING}`),
  isIntact: z.boolean().describe("Whether the state is intact"),
  headSha256: sha256.nullable(),
  mailedRecord: z
    .object({
      hash: z.string(),
      position: z.int().positive().nullable().describe("The link with this hash. Null if the chain has none"),
    })
    .optional()
    .describe("Only if you sent a hash"),
  links: z
    .array(
      namedObject("EvidenceLink", {
        position: z.int().positive(),
        kind: z.enum(EVIDENCE_KINDS),
        subjectId: z.uuid().describe("The photo, report, confirmation, claim or removal"),
        byRole: z.enum(EVIDENCE_AUTHORS),
        at: instant,
        contentSha256: sha256,
        previousSha256: sha256,
        sha256,
        state: z.enum(EVIDENCE_STATES).describe(STATE_MEANING),
        isSealed: z.boolean().describe("Whether a key seals it. Links from before keys were used have only a hash"),
        isRemoved: z.boolean().describe("Whether the photo's files were removed, so that only their hashes remain"),
        problems: z.array(z.enum(EVIDENCE_PROBLEMS)).describe("Empty when everything matches"),
      }),
    )
    .describe("Oldest first"),
  lostPositions: z.array(z.int().positive()).describe("Links that were recorded elsewhere and are missing here"),
  unlinkedIds: z.array(z.uuid()).describe("Photos, reports, confirmations, claims and removals that no link covers"),
  changedFacts: z
    .array(z.enum([...CONDITION_FIELDS, "claimCents", "claimNotes", "returnCondition"]))
    .describe("Facts of the booking that differ from its reports, confirmations and claim"),
});
export type EvidenceView = z.infer<typeof evidenceView>;

const HASH_MESSAGE = `Enter the fingerprint as the email shows it: ${MAILED_DIGITS} digits and letters from a to f`;

export const verifyEvidence = endpoint({
  method: "GET",
  path: "/api/bookings/:bookingId/evidence",
  summary: "Recompute the evidence chain of a booking from its files and records",
  access: "signed-in",
  params: bookingParams,
  query: z.object({
    hash: z
      .string()
      .max(200, HASH_MESSAGE)
      .transform((text) => text.replace(/[^0-9a-z]/gi, "").toLowerCase())
      .refine(
        (digits) => digits.length >= MAILED_DIGITS && digits.length <= 64 && /^[0-9a-f]+$/.test(digits),
        HASH_MESSAGE,
      )
      .optional()
      .describe("A fingerprint from a mail. The response says whether the chain still has its record"),
  }),
  // Reads every file of the booking.
  limits: [{ per: "account", times: 30, seconds: 60 }],
  response: evidenceView,
  errors: ["validation_failed", "not_found"],
});

export const openOriginalPhoto = endpoint({
  method: "POST",
  path: "/api/admin/bookings/:bookingId/photos/:photoId/original",
  summary: "Open a photo as it was sent, with its metadata, in a dispute. Recorded in the audit log",
  access: "admin",
  params: photoParams,
  body: z.object({
    reason: z
      .string({ error: "Please give a reason" })
      .trim()
      .min(1, "Please give a reason")
      .max(500, "Please use at most 500 characters"),
  }),
  mediaType: "application/octet-stream",
  isOutcomeSecret: true,
  response: z.file(),
  errors: ["validation_failed", "not_found", "action_not_allowed"],
});
