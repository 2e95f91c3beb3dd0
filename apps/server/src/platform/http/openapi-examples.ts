import type { JsonSchema, SchemaNames } from "./openapi-schemas.ts";

type Side = "input" | "output";

const ID = "0199a7c4-8f5e-7c31-9a2b-4d6e8f012345";
const PHOTO = "/media/photos/0199a7c4/full.webp";
const BLUR = "data:image/webp;base64,UklGRiQAAABXRUJQ";
const HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const PASSWORD = "correct horse battery staple";

/**
 * Realistic values by field name, or by name within its object, used wherever the field's schema accepts them. Null is for
 * fields that are usually empty.
 */
const VALUES: Record<string, unknown> = {
  action: "platform_settings.updated",
  actionUrl: "/bookings/0199a7c4-8f5e-7c31-9a2b-4d6e8f012345",
  actualPickupAt: null,
  actualReturnAt: null,
  address: "12 Maple Street, Maplewood, NJ 07040",
  agreedCount: 42,
  amountCents: 5900,
  approvalMessage: "See you Friday!",
  availabilityNotes: "Weekends after 9 AM",
  auth: "NCF3gi9TD3pWlc8sjDYUJg",
  averageRating: 4.8,
  bankLast4: "6789",
  "body.reason": "The dates no longer suit me.",
  bounds: "40.6,-74.4,40.8,-74.1",
  brand: "visa",
  by: "Riley Chen",
  canceledCount: 1,
  cancellation: null,
  cardId: "pm_1PqLm2",
  "category.name": "Bikes",
  category: "bikes",
  city: "Maplewood",
  claim: null,
  clientSecret: "pi_3Nq_secret_7Jd",
  code: "482913",
  confirmPassword: PASSWORD,
  contactPhone: "+12015550123",
  content: "1. Be kind to each other.",
  contentSha256: HASH,
  copySha256: HASH,
  count: 3,
  county: "Essex",
  cover: PHOTO,
  currency: "USD",
  currentCode: "482913",
  currentPassword: PASSWORD,
  cursor: "MTc5NTA4MDAwMDAwMF8wMTk5YTdjNA",
  dailyRate: "25.00",
  damageCents: null,
  date: "2026-12-04",
  days: 3,
  declineReason: null,
  depositCents: 10_000,
  description: "A comfortable city bike with a basket and a lock.",
  distribution: [0, 0, 1, 4, 12],
  destination: "12 Maple Street, Maplewood, NJ 07040",
  device: "Firefox on Windows",
  email: "maya@example.com",
  end: "18:00",
  endpoint: "https://push.example.com/send/eYc2b7",
  endAt: "2026-12-06T22:00:00.000Z",
  endDate: "2026-12-06",
  errorMessage: "Failed to fetch",
  errorType: "api",
  expiresMonth: 8,
  expiresYear: 2030,
  failureReason: null,
  field: "ownerDecisionHours",
  filename: "IMG_2041.jpg",
  fileSize: 2_481_120,
  firstName: "Maya",
  foodTruck: null,
  free: 1,
  hash: HASH.slice(0, 32),
  headSha256: HASH,
  hint: "Go close to every mark you can see",
  icon: "🚲",
  id: ID,
  images: [PHOTO, "/media/photos/0199a7c5/full.webp", "/media/photos/0199a7c6/full.webp"],
  "insurance.amountCents": 750,
  "insurance.insurer": "Example Mutual",
  "insurance.rate": 10,
  "insurance.termsUrl": "https://insurer.example/terms",
  insuranceTermsUrl: "https://insurer.example/terms",
  insurerName: "Example Mutual",
  insuranceCents: 0,
  isAdmin: false,
  instructions: "The gate code is on the mailbox.",
  isDepositCharged: false,
  isDisputed: false,
  hasChargeback: false,
  isFoodTruck: false,
  isOver: false,
  issuer: "https://id.example.com",
  isToBePaid: true,
  item: "Fireworks",
  itemCount: 6,
  jobType: "booking.advance",
  jurisdiction: "State of New Jersey",
  label: "Maplewood, NJ 07040",
  last4: "4242",
  lastEventId: "81234_5678",
  lastName: "Rivera",
  lastProblem: null,
  latitude: 40.7279,
  limit: 24,
  "line.amountCents": 7500,
  "line.label": "Rental, 3 days",
  "line.unitCents": 2500,
  "line.units": 3,
  "listNotification.message": "Maya approved your booking of the city bike, Dec 4–6.",
  "listNotification.title": "Booking approved",
  listSetupWarnings: ["SMTP_URL is not set: emails are stored, but not sent"],
  location: "Maplewood, NJ",
  longitude: -74.2656,
  meetupLocation: "Maplewood train station",
  menuFileKey: "menus/0199a7c4.pdf",
  menuFileUrl: "/media/menus/0199a7c4.pdf",
  menuUrl: "https://tacos.example.com/menu",
  message: "Hi, is the basket included?",
  mimeType: "image/jpeg",
  missingPieces: [],
  month: "2026-12",
  name: "City bikes",
  newCode: "305771",
  noShow: null,
  note: "Checked against the bank statement.",
  notes: "Picked up at the front door.",
  observed: "3 accounts with this phone number",
  originalSha256: HASH,
  "owner.email": null,
  ownerHandedOverAt: null,
  ownerSubtotalCents: 7500,
  p256dh: "BMBIlAZ5XBARbMmOnZAvx5ZstSYC6W0tx6nvIlSJLPCPTysVNGM8ZjSTJa1vbYJJUNawBSqiWDmSFb8MoJatRQc",
  password: PASSWORD,
  "pending.expiresAt": "2026-12-04T14:10:00.000Z",
  phoneNumber: "+12015550123",
  "piece.count": 2,
  "piece.name": "Bike lock",
  placeholder: BLUR,
  placeholders: [BLUR],
  powerRequirements: "One 20 A outlet",
  previousSha256: HASH,
  profileImageUrl: PHOTO,
  providerName: "Neighborhood ID",
  publishableKey: "pk_test_51Nq",
  quantity: 1,
  query: "city bike",
  rate: 6.625,
  reason: "The dates no longer suit me.",
  reference: "Bank transfer of Dec 8",
  refundCents: 7997,
  refusal: null,
  "renter.firstName": "Omar",
  "renter.lastName": "Haddad",
  returnNotes: null,
  returnTo: "/",
  reviewCount: 17,
  sandboxUrl: "/sandbox",
  search: "city bike",
  serviceFeeCents: 0,
  sha256: HASH,
  shot: "whole",
  slug: "bikes",
  specialInstructions: "The gate code is on the mailbox.",
  start: "09:00",
  startAt: "2026-12-04T14:00:00.000Z",
  startDate: "2026-12-04",
  state: "NJ",
  styleUrl: "https://maps.example.com/style.json",
  subject: "Question about my booking",
  suggestSearches: ["city bike", "city bike with child seat"],
  summary: "Family visit",
  target: "maya@example.com",
  "tax.amountCents": 497,
  "tax.baseCents": 7500,
  taxRate: "6.6250",
  taxType: "sales",
  text: "city bike",
  "timeline.notes": null,
  timezone: "America/New_York",
  title: "City bike with basket",
  today: "2026-12-01",
  token: "Jm3kQ9wX2vTz",
  topics: `item:${ID}`,
  totalCents: 7997,
  town: "Maplewood, NJ",
  type: "booking_approved",
  url: "https://calendar.example.com/bike.ics",
  version: 3,
  zipCode: "07040",
};

/** Where the field's name alone would give a value that the pattern rejects. */
const BY_PATTERN: readonly [string, unknown][] = [
  ["\\.ics$", "Jm3kQ9wX2vTzJm3kQ9wX2vTz.ics"],
  [":[0-5]\\d$", "09:00"],
  ["\\d{4}-\\d{2}$", "2026-12"],
  ["^\\d+\\.\\d{2}$", "25.00"],
  ["\\.\\d{4}$", "6.6250"],
];

const BY_FORMAT: Record<string, string> = {
  uuid: ID,
  email: "maya@example.com",
  date: "2026-12-04",
  "date-time": "2026-12-04T14:00:00.000Z",
  uri: "https://example.com",
};

function accepts(schema: JsonSchema, value: unknown): boolean {
  switch (schema.type) {
    case "string":
      if (typeof value !== "string" || value.length > (schema.maxLength ?? Number.POSITIVE_INFINITY)) return false;
      if (schema.format && schema.format in BY_FORMAT && !/date/.test(schema.format))
        return value === BY_FORMAT[schema.format];
      if (schema.format === "date") return /^\d{4}-\d{2}-\d{2}$/.test(value);
      if (schema.format === "date-time") return value.endsWith("Z");
      return !schema.pattern || new RegExp(schema.pattern).test(value);
    case "integer":
    case "number":
      return (
        typeof value === "number" &&
        value >= (schema.minimum ?? Number.NEGATIVE_INFINITY) &&
        value <= (schema.maximum ?? Number.POSITIVE_INFINITY)
      );
    case "boolean":
      return typeof value === "boolean";
    default:
      return false;
  }
}

/** The field's own name, without that of its object. */
const lastName = (path: string) => path.slice(path.lastIndexOf(".") + 1);

const knownValue = (path: string): unknown => (path in VALUES ? VALUES[path] : VALUES[lastName(path)]);

function scalarExample(schema: JsonSchema, path: string): unknown {
  const name = lastName(path);
  const known = knownValue(path);
  if (known !== undefined && accepts(schema, known)) return known;
  switch (schema.type) {
    case "integer":
    case "number":
      return Math.max(schema.minimum ?? 0, name.endsWith("Cents") ? 1000 : 1);
    case "boolean":
      return true;
    case "null":
      return null;
    case "string":
      return (
        BY_FORMAT[schema.format ?? ""] ??
        BY_PATTERN.find(([end]) => schema.pattern?.endsWith(end))?.[1] ??
        /** Amounts arrive as text without a pattern. */
        (/(Price|Fee|Amount|Rate)$/.test(name) ? "25.00" : "text")
      );
    default:
      return {};
  }
}

const isNullable = ({ type, anyOf }: JsonSchema) =>
  [type].flat().includes("null") || anyOf?.some((option) => option.type === "null");

/** A value that fits the schema. Inputs show what is required, or their first field if nothing is. */
export function exampleOf(schema: JsonSchema, path: string, names: SchemaNames, side: Side): unknown {
  const { const: only, enum: choices, oneOf, anyOf = oneOf, items, properties, ...rest } = names.resolve(schema);
  if (only !== undefined) return only;
  if (isNullable({ ...rest, ...(anyOf && { anyOf }) }) && knownValue(path) === null) return null;
  if (choices?.[0] !== undefined) return choices[0];
  if (anyOf?.[0]) return exampleOf(anyOf[0], path, names, side);
  if (Array.isArray(rest.type)) return exampleOf({ ...rest, type: rest.type[0] } as JsonSchema, path, names, side);
  const name = lastName(path);
  const singular = name.replace(/s$/, "");
  if (rest.type === "array") {
    const known = knownValue(path);
    return Array.isArray(known) ? known : [exampleOf((items ?? {}) as JsonSchema, singular, names, side)];
  }
  if (rest.type !== "object") return scalarExample(rest as JsonSchema, path);
  const required = rest.required ?? [];
  const shown = Object.keys(properties ?? {}).filter((field, index) =>
    side === "output" ? true : required.length > 0 ? required.includes(field) : index === 0,
  );
  return Object.fromEntries(
    shown.map((field) => [field, exampleOf(properties?.[field] as JsonSchema, `${name}.${field}`, names, side)]),
  );
}

export const parameterExample = (name: string, schema: JsonSchema, names: SchemaNames): unknown =>
  schema.default ?? exampleOf(schema, name, names, "input");
