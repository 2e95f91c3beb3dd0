import { amount } from "@nexby/contract/fields";
import { type ListingInput, listingBody } from "@nexby/contract/listings/listing-fields";
import { centsFromDecimal } from "@nexby/domain/kernel/money";
import { z } from "zod";
import type { FieldProblem } from "../../lib/form-errors.ts";
import type { FoodTruckValues, ListingValues } from "./listing-values.ts";

/** Fields as they are sent: what cannot be read is sent as it was typed, and refused by the contract. */
type Sent<Fields> = { [Name in keyof Fields]: unknown };

/** What is sent of what was typed. */
export function bodyOf(values: ListingValues, isFoodTruck: boolean): Sent<ListingInput> {
  return {
    ...values,
    setupFlatFeeCents: fee(values.setupFlatFeeCents),
    setupPerUnitFeeCents: fee(values.setupPerUnitFeeCents),
    replacementValueCents: values.replacementValueCents.trim() === "" ? null : price(values.replacementValueCents),
    turnaroundMinutes: values.turnaroundMinutes || "0",
    foodTruck: isFoodTruck ? foodTruckBody(values.foodTruck) : null,
  };
}

function foodTruckBody({ menuFileUrl: _, ...truck }: FoodTruckValues): Sent<NonNullable<ListingInput["foodTruck"]>> {
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

/** Dollars as typed, in cents. */
function price(typed: string): number | string {
  const read = centsFromDecimal(typed.trim());
  return read.ok ? read.value : typed;
}

/** What is left empty costs nothing. */
const fee = (typed: string): number | string => (typed.trim() === "" ? 0 : price(typed));

/** Cents for the contract, dollars for who types them: what is wrong with them is said in dollars. */
const TYPED_IN_DOLLARS: readonly [field: RegExp, name: string][] = [
  [/^setupFlatFeeCents$/, "Set-up fee"],
  [/^setupPerUnitFeeCents$/, "Set-up fee per unit"],
  [/^replacementValueCents$/, "Replacement value"],
  [/\bperPersonPriceCents$/, "Price per person"],
  [/\bappearanceFeeCents$/, "Appearance fee"],
  [/\bbaseTravelFeeCents$/, "Travel fee"],
  [/\btravelFeePerMileCents$/, "Travel fee per mile"],
];

/** Contradicts nothing. Stands in for fields that are wrong, so that the rules about several of them are asked as well. */
const HARMLESS: ListingInput = {
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

/** From what is typed to what is sent, with everything the contract has to say about it, in its words. */
export const listingSchema = (truckCategoryId: string | undefined): z.ZodType<ListingInput, ListingValues> =>
  z.custom<ListingValues>().transform((values, context) => {
    const body = bodyOf(values, isFoodTruck(values.categoryIds, truckCategoryId));
    const problems = problemsOfBody(body);
    for (const { path, message } of problems) {
      context.addIssue({ code: "custom", path, message: inDollars(path, values) ?? message });
    }
    return problems.length > 0 ? z.NEVER : (body as ListingInput);
  });

export const isFoodTruck = (categoryIds: readonly string[], truckCategoryId: string | undefined): boolean =>
  truckCategoryId !== undefined && categoryIds.includes(truckCategoryId);

/** As the contract lists them, by dotted names. */
export function problemsIn(schema: z.ZodType<unknown, ListingValues>, values: ListingValues): FieldProblem[] {
  const issues = schema.safeParse(values).error?.issues ?? [];
  return issues.map(({ path, message }) => ({ field: path.join("."), message }));
}

type Problem = { path: PropertyKey[]; message: string };

function problemsOfBody(body: object): Problem[] {
  const issues = listingBody.safeParse(body).error?.issues ?? [];
  if (issues.length === 0) return [];
  const harmless = Object.fromEntries(
    issues.map(({ path: [field] }) => [field, HARMLESS[field as keyof ListingInput]] as const),
  );
  const contradictions = listingBody.safeParse({ ...body, ...harmless }).error?.issues ?? [];
  const isNew = ({ path: [field] }: Problem) => field === undefined || !(field in harmless);
  return [...issues, ...contradictions.filter(isNew)];
}

/** Null where the contract's own words fit: amounts that can be read are right or wrong for another reason. */
function inDollars(path: readonly PropertyKey[], values: ListingValues): string | null {
  const field = path.join(".");
  const name = TYPED_IN_DOLLARS.find(([pattern]) => pattern.test(field))?.[1];
  const typed = path.reduce<unknown>((part, key) => (part as Record<PropertyKey, unknown>)?.[key], values);
  return name ? (amount(name).safeParse(typed).error?.issues[0]?.message ?? null) : null;
}
