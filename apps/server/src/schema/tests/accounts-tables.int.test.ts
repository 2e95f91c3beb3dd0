import { describeTable } from "../../testing/listings/catalogue.ts";

const MISSING_ID = "0190a0a0-0000-7000-8000-000000000000";
const ID = "0190a0a0-0000-7000-8000-000000000001";

const optionalText = { type: "text", nullable: true } as const;
const optionalInstant = { type: "timestamp(3) with time zone", nullable: true } as const;
const yesNo = (value: boolean) => ({ type: "boolean", default: value });
const timeOfDay = (value: string) => ({ type: "time without time zone", default: value });

describeTable({
  table: "users",
  ids: "[DATA-01] [DATA-02]",
  fields: {
    id: { type: "uuid", default: "gen_random_uuid()" },
    email: { type: "text" },
    firstName: optionalText,
    lastName: optionalText,
    phoneNumber: optionalText,
    sharesPhone: yesNo(false),
    city: optionalText,
    state: { type: "character(2)", nullable: true },
    profileImageUrl: optionalText,
    termsAcceptedAt: optionalInstant,
    isAdmin: yesNo(false),
    isApproved: yesNo(false),

    paymentCustomerId: optionalText,
    subscriptionId: optionalText,
    connectAccountId: optionalText,
    connectOnboarded: yesNo(false),
    notifyEmail: yesNo(true),
    notifySms: yesNo(false),
    defaultPickupStart: timeOfDay("09:00:00"),
    defaultPickupEnd: timeOfDay("18:00:00"),
    defaultDropoffStart: timeOfDay("09:00:00"),
    defaultDropoffEnd: timeOfDay("18:00:00"),
    defaultAvailableDays: {
      type: "text[]",
      default: "{monday,tuesday,wednesday,thursday,friday,saturday,sunday}",
    },

    passwordHash: optionalText,
    termsVersion: { type: "integer", nullable: true },
    suspendedAt: optionalInstant,
    emailVerifiedAt: optionalInstant,
    phoneVerifiedAt: optionalInstant,
    primaryUse: optionalText,
    createdAt: { type: "timestamp(3) with time zone", default: "app_now()" },
  },
  validRow: async () => ({
    id: ID,
    email: "robin@nexby.example",
    state: "NJ",
    phone_number: "+12015550123",
    primary_use: "owner",
  }),
  refused: {
    unique: {
      users_pkey: { "a duplicate id": { email: "other@nexby.example" } },
      users_email_unique: { "a duplicate email in a different case": { id: MISSING_ID, email: "Robin@Nexby.example" } },
    },
    check: {
      users_email_has_form: {
        "an email without @": { email: "robin" },
        "an email with a space": { email: "rob in@nexby.example" },
        "an email with two @": { email: "robin@nexby@example" },
      },
      users_state_is_a_code: { "a lowercase state": { state: "nj" }, "a one-letter state": { state: "N" } },
      users_phone_is_international: {
        "a phone number without a country code": { phone_number: "2015550123" },
        "a phone number with spaces": { phone_number: "+1 201 555 0123" },
        "a phone number of seven digits": { phone_number: "+1201555" },
        "a phone number of sixteen digits": { phone_number: "+1201555012345678" },
        "an empty phone number": { phone_number: "" },
      },
      users_primary_use_is_known: { "an unknown primary use": { primary_use: "both" } },
      users_pickup_window_has_length: {
        "a pickup window that ends when it starts": { default_pickup_start: "09:00", default_pickup_end: "09:00" },
      },
      users_dropoff_window_has_length: {
        "a drop-off window that ends before it starts": { default_dropoff_end: "08:59" },
      },
      users_available_days_are_weekdays: {
        "no weekday": { default_available_days: "{}" },
        "an unknown weekday": { default_available_days: "{monday,someday}" },
        "eight weekdays": {
          default_available_days: "{monday,tuesday,wednesday,thursday,friday,saturday,sunday,monday}",
        },
      },
    },
  },
});
