import { amount } from "@nexby/contract/fields";
import { type ListingInput, listingBody } from "@nexby/contract/listings/listing-fields";
import { centsFromDecimal } from "@nexby/domain/kernel/money";
import { typeset } from "@nexby/domain/kernel/typography";
import { z } from "zod";
import type { FieldProblem } from "../../lib/form-errors.ts";
import type { FoodTruckValues, ListingValues } from "./listing-values.ts";

/** Request fields before validation: unreadable input is passed on as typed and rejected by the contract. */
type Unvalidated<Fields> = { [Name in keyof Fields]: unknown };

/** Builds the request body from the form values. */
export function bodyOf(values: ListingValues, isFoodTruck: boolean): Unvalidated<ListingInput> {
  return {
    ...values,
    setupFlatFeeCents: fee(values.setupFlatFeeCents),
    setupPerUnitFeeCents: fee(values.setupPerUnitFeeCents),
    replacementValueCents: values.replacementValueCents.trim() === "" ? null : price(values.replacementValueCents),
    turnaroundMinutes: values.turnaroundMinutes || "0",
    // Hidden for a food truck, which leaves with its crew.
    pieces: isFoodTruck ? [] : values.pieces.map((piece) => ({ ...piece, priceCents: fee(piece.priceCents) })),
    lateReturnFee: isFoodTruck ? "" : values.lateReturnFee,
    foodTruck: isFoodTruck ? foodTruckBody(values.foodTruck) : null,
  };
}

function foodTruckBody({
  menuFileUrl: _,
  ...truck
}: FoodTruckValues): Unvalidated<NonNullable<ListingInput["foodTruck"]>> {
  return {
    ...truck,
    perPersonPriceCents: fee(truck.perPersonPriceCents),
    appearanceFeeCents: fee(truck.appearanceFeeCents),
    baseTravelFeeCents: fee(truck.baseTravelFeeCents),
    travelFeePerMileCents: fee(truck.travelFeePerMileCents),
    tieredPricing: truck.tieredPricing.map(({ min, max, perPersonPriceCents }) => ({
      min,
      max: orNull(max),
      perPersonPriceCents: price(perPersonPriceCents),
    })),
    travelRadiusMiles: orNull(truck.travelRadiusMiles),
    powerRequirements: orNull(truck.powerRequirements),
    menuUrl: orNull(truck.menuUrl),
    menuFileKey: orNull(truck.menuFileKey),
  };
}

const orNull = (typed: string): string | null => (typed.trim() === "" ? null : typed);

/** Converts typed dollars to cents. */
function price(typed: string): number | string {
  const read = centsFromDecimal(typed.trim());
  return read.ok ? read.value : typed;
}

/** Empty means free. */
const fee = (typed: string): number | string => (typed.trim() === "" ? 0 : price(typed));

/** Entered in dollars but sent in cents, so errors are reported in dollars. */
const TYPED_IN_DOLLARS: readonly [field: RegExp, name: string][] = [
  [/^setupFlatFeeCents$/, "Setup fee"],
  [/^setupPerUnitFeeCents$/, "Setup fee per unit"],
  [/^replacementValueCents$/, "Replacement value"],
  [/\bpriceCents$/, "Price of the piece"],
  [/\bperPersonPriceCents$/, "Price per person"],
  [/\bappearanceFeeCents$/, "Appearance fee"],
  [/\bbaseTravelFeeCents$/, "Travel fee"],
  [/\btravelFeePerMileCents$/, "Travel fee per mile"],
];

/** Valid stand-ins for invalid fields, so that cross-field rules are still checked. */
const VALID_FIELDS: ListingInput = {
  title: "A",
  categoryIds: ["00000000-0000-4000-8000-000000000000"],
  images: ["1", "2", "3"],
  dailyRate: "1",
  depositAmount: "",
  lateReturnFee: "",
  cleaningFee: "",
  replacementValueCents: null,
  location: "A",
  latitude: null,
  longitude: null,
  deliveryFee: "",
  deliveryRadius: null,
  maxRentalDays: null,
  quantityTotal: 10_000,
  quantityMaxPerBooking: null,
  availabilityNotes: null,
  foodTruck: { perPersonPriceCents: 1, appearanceFeeCents: 1 },
};

/** Transforms form values to the request body and reports every contract violation. */
export const listingSchema = (truckCategoryId: string | undefined): z.ZodType<ListingInput, ListingValues> =>
  z.custom<ListingValues>().transform((values, context) => {
    const body = bodyOf(values, isFoodTruck(values.categoryIds, truckCategoryId));
    const problems = problemsOfBody(body);
    for (const { path, message } of problems) {
      context.addIssue({ code: "custom", path, message: typeset(inDollars(path, values) ?? message) });
    }
    return problems.length > 0 ? z.NEVER : (body as ListingInput);
  });

export const isFoodTruck = (categoryIds: readonly string[], truckCategoryId: string | undefined): boolean =>
  truckCategoryId !== undefined && categoryIds.includes(truckCategoryId);

/** In the contract's order, with dotted field names. */
export function problemsIn(schema: z.ZodType<unknown, ListingValues>, values: ListingValues): FieldProblem[] {
  const issues = schema.safeParse(values).error?.issues ?? [];
  return issues.map(({ path, message }) => ({ field: path.join("."), message }));
}

type Problem = { path: PropertyKey[]; message: string };

function problemsOfBody(body: object): Problem[] {
  const issues = listingBody.safeParse(body).error?.issues ?? [];
  if (issues.length === 0) return [];
  const replaced = Object.fromEntries(
    issues.map(({ path: [field] }) => [field, VALID_FIELDS[field as keyof ListingInput]] as const),
  );
  const contradictions = listingBody.safeParse({ ...body, ...replaced }).error?.issues ?? [];
  const isNew = ({ path: [field] }: Problem) => field === undefined || !(field in replaced);
  return [...issues, ...contradictions.filter(isNew)];
}

/** Null when the contract's message fits, because the amount itself is readable. */
function inDollars(path: readonly PropertyKey[], values: ListingValues): string | null {
  const field = path.join(".");
  const name = TYPED_IN_DOLLARS.find(([pattern]) => pattern.test(field))?.[1];
  const typed = path.reduce<unknown>((part, key) => (part as Record<PropertyKey, unknown>)?.[key], values);
  return name ? (amount(name).safeParse(typed).error?.issues[0]?.message ?? null) : null;
}
