import { WEEKDAYS } from "@nexby/domain/kernel/calendar";
import { US_STATE_CODES } from "@nexby/domain/kernel/us-states";
import { z } from "zod";
import { ownerRecordView } from "../bookings/bookings.ts";
import { endpoint } from "../endpoint.ts";
import { namedObject, oneLine } from "../fields.ts";
import { personName } from "./account-fields.ts";
import { currentUserView } from "./accounts.ts";

const PHONE_MESSAGE = "Please enter a phone number with its country code, such as +1 201 555 0123";
const TIME_MESSAGE = "Please enter a time such as 09:00";
const WINDOW_MESSAGE = "End time must be after start time";
const DAYS_MESSAGE = "Please choose at least one day";
export const PICTURE_MESSAGE = "Please upload the photo again";

/** People write numbers with spaces, dots, dashes and brackets; only the number itself is stored. */
const phoneNumber = z
  .string({ error: PHONE_MESSAGE })
  .max(40, PHONE_MESSAGE)
  .transform((text) => text.replace(/[\s().-]/g, ""))
  .pipe(z.string().regex(/^\+[1-9]\d{7,14}$/, PHONE_MESSAGE));

const cityName = oneLine("City is required", 100);
const stateCode = z.enum(US_STATE_CODES, { error: "Please choose a US state" });
/** Aborts on an invalid time, so that the window is not checked. */
const timeOfDay = z
  .string({ error: TIME_MESSAGE })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: TIME_MESSAGE, abort: true });
const primaryUse = z.enum(["renter", "owner"], { error: "Please choose renter or owner" });
const yesNo = z.boolean({ error: "Please choose yes or no" });

/** An owner's handoff hours, unless a listing overrides them. */
const handoffWindow = z
  .object({ start: timeOfDay, end: timeOfDay }, { error: WINDOW_MESSAGE })
  .refine(({ start, end }) => start < end, { path: ["end"], error: WINDOW_MESSAGE })
  .meta({ id: "HandoffWindow" });

const availableDays = z
  .array(z.enum(WEEKDAYS, { error: DAYS_MESSAGE }), { error: DAYS_MESSAGE })
  .min(1, DAYS_MESSAGE)
  .max(WEEKDAYS.length, "Please choose each day once")
  .refine((days) => new Set(days).size === days.length, "Please choose each day once");

/** The whole account, visible only to its owner. */
const profileView = namedObject("Profile", {
  ...currentUserView.shape,
  emailVerifiedAt: z.iso.datetime().nullable(),
  phoneVerifiedAt: z.iso.datetime().nullable(),
  sharesPhone: z.boolean().describe("Whether the other person of an approved booking sees the phone number"),
  primaryUse: primaryUse.nullable(),
  notifyEmail: z.boolean(),
  notifySms: z.boolean(),
  defaultPickupWindow: handoffWindow,
  defaultDropoffWindow: handoffWindow,
  defaultAvailableDays: z.array(z.enum(WEEKDAYS)),
  connectOnboarded: z.boolean().describe("Whether payouts can be sent"),
  termsVersion: z.int().nullable(),
  hasPassword: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type ProfileView = z.infer<typeof profileView>;

export const getProfile = endpoint({
  method: "GET",
  path: "/api/profile",
  summary: "Get your profile with all its settings",
  access: "signed-in",
  response: profileView,
  errors: [],
});

export const updateProfile = endpoint({
  method: "PATCH",
  path: "/api/profile",
  summary: "Update your profile",
  access: "signed-in",
  body: z
    .object({
      firstName: personName("First name is required"),
      lastName: personName("Last name is required"),
      phoneNumber: phoneNumber.nullable().describe("A new number must be verified again"),
      sharesPhone: yesNo,
      city: cityName.nullable(),
      state: stateCode.nullable(),
      profileImageUrl: z
        .string({ error: PICTURE_MESSAGE })
        .max(500, PICTURE_MESSAGE)
        .nullable()
        .describe("The URL that your photo upload returned"),
      primaryUse,
      notifyEmail: yesNo,
      notifySms: yesNo,
      defaultPickupWindow: handoffWindow,
      defaultDropoffWindow: handoffWindow,
      defaultAvailableDays: availableDays,
    })
    .partial(),
  response: profileView,
  errors: ["validation_failed"],
});

export const acceptTerms = endpoint({
  method: "POST",
  path: "/api/terms/acceptance",
  summary: "Accept the current terms",
  access: "signed-in",
  body: z.object({
    version: z.int({ error: "Please accept the terms as shown" }).positive("Please accept the terms as shown"),
    termsAccepted: z.literal(true, { error: "You must accept the terms and conditions" }),
  }),
  response: profileView,
  errors: ["validation_failed", "terms_changed"],
});

/** A user as the public sees them: no email address, no phone number, no location more exact than a town. */
const publicProfileView = namedObject("PublicProfile", {
  id: z.uuid(),
  firstName: z.string(),
  lastName: z.string().describe("Visitors see its first letter, such as R."),
  profileImageUrl: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  memberSince: z.iso.datetime(),
  isEmailVerified: z.boolean(),
  isPhoneVerified: z.boolean(),
  averageRating: z.number().min(1).max(5).nullable().describe("As an owner"),
  reviewCount: z.int().nonnegative().describe("As an owner"),
  asRenter: z.object({
    averageRating: z.number().min(1).max(5).nullable(),
    reviewCount: z.int().nonnegative(),
  }),
  itemCount: z.int().nonnegative(),
  record: ownerRecordView,
});
export type PublicProfileView = z.infer<typeof publicProfileView>;

export const getPublicProfile = endpoint({
  method: "GET",
  path: "/api/users/:userId",
  summary: "Get a person's public profile",
  access: "public",
  params: z.object({ userId: z.uuid() }),
  response: publicProfileView,
  errors: ["not_found"],
});
