import { AppError } from "./app-error.ts";

/** What only the server can know to be wrong with a field, in the form in which all wrong fields are told. */
export const refusedField = (field: string, message: string): AppError =>
  new AppError("validation_failed", message, { details: [{ field, message }] });
