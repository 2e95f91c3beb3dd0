import { type FieldPath, get, useFormContext, useFormState } from "react-hook-form";
import { useOwnForm } from "../../components/forms/form-context.ts";
import type { ListingValues } from "./listing-values.ts";

/** Whether something is wrong with one of these fields, which then must be seen, whatever else was chosen. */
export function useIsWrong(names: readonly FieldPath<ListingValues>[]): boolean {
  const { control } = useFormContext<ListingValues>();
  const { errors } = useFormState({ control });
  const { refusals } = useOwnForm();
  return names.some((name) => get(errors, name) !== undefined || name in refusals);
}
