import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { decimal, done, namedObject, oneLine, wholeNumber } from "../fields.ts";

const categoryView = namedObject("Category", {
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  icon: z.string().nullable().describe("One emoji"),
  listerCommissionRate: decimal.describe("Percent of the rental price, deducted from the owner's earnings"),
  renterCommissionRate: decimal.describe("Percent of the rental price, added as a service fee"),
});
export type CategoryView = z.infer<typeof categoryView>;

export const listCategories = endpoint({
  method: "GET",
  path: "/api/categories",
  summary: "List all categories in display order",
  access: "public",
  response: z.array(categoryView),
  errors: [],
});

const RATE_MESSAGE = "Please enter a percentage such as 7.25";

/** Parses "5", "5.00" or 5 into a number. */
const commissionRate = z
  .union([z.string().trim(), z.number()], { error: RATE_MESSAGE })
  .transform(String)
  .pipe(z.string().regex(/^\d{1,3}(\.\d{1,2})?$/, RATE_MESSAGE))
  .transform(Number)
  .refine((rate) => rate <= 100, RATE_MESSAGE);

const icon = z
  .string({ error: "The icon must be one emoji" })
  .trim()
  .max(16, "The icon must be one emoji")
  .transform((text) => text || null)
  .nullable();

const categoryFields = z.object({
  name: oneLine("Name is required", 100),
  icon,
  commissionRate,
  listerCommissionRate: commissionRate,
  renterCommissionRate: commissionRate,
});

/** A category as admins see it. */
const managedCategoryView = namedObject("ManagedCategory", {
  ...categoryView.shape,
  position: z.int(),
  commissionRate: decimal,
  itemCount: z.int().nonnegative(),
});
export type ManagedCategoryView = z.infer<typeof managedCategoryView>;

export const listAdminCategories = endpoint({
  method: "GET",
  path: "/api/admin/categories",
  summary: "List all categories with their commission rates",
  access: "admin",
  response: z.array(managedCategoryView),
  errors: [],
});

export const createCategory = endpoint({
  method: "POST",
  path: "/api/admin/categories",
  summary: "Create a category at the end of the list",
  access: "admin",
  body: categoryFields.extend({
    icon: icon.default(null),
    commissionRate: commissionRate.default(5),
    listerCommissionRate: commissionRate.default(5),
    renterCommissionRate: commissionRate.default(0),
  }),
  response: managedCategoryView,
  status: 201,
  errors: ["validation_failed", "category_exists"],
});

export const updateCategory = endpoint({
  method: "PATCH",
  path: "/api/admin/categories/:categoryId",
  summary: "Update a category. Its slug stays",
  access: "admin",
  params: z.object({ categoryId: z.uuid() }),
  body: categoryFields
    .extend({ position: wholeNumber("Position", { least: 1, most: 1000 }).describe("Its new position in the list") })
    .partial(),
  response: managedCategoryView,
  errors: ["validation_failed", "not_found", "category_exists"],
});

export const deleteCategory = endpoint({
  method: "DELETE",
  path: "/api/admin/categories/:categoryId",
  summary: "Delete a category without listings",
  access: "admin",
  params: z.object({ categoryId: z.uuid() }),
  response: done,
  errors: ["not_found", "category_in_use"],
});
