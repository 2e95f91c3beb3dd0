import { ERRORS, type ErrorCode } from "@nexby/contract/errors";

export type FieldError = { field: string; message: string };
type Options = ErrorOptions & { details?: FieldError[]; retryAfterSeconds?: number };

/** A refusal a client may see. Everything else that is thrown is our fault and answers 500. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly details: readonly FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string = ERRORS[code].message, options: Options = {}) {
    super(message, options);
    this.code = code;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** What only the server can know to be wrong with a field, in the form in which all wrong fields are told. */
export const fieldError = (field: string, message: string): AppError =>
  new AppError("validation_failed", message, { details: [{ field, message }] });
