import { ERRORS, type ErrorCode } from "@nexby/contract/errors";

export type FieldError = { field: string; message: string };

/** A refusal a client may see. Everything else that is thrown is our fault and answers 500. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: readonly FieldError[] | undefined;

  constructor(
    code: ErrorCode,
    message: string = ERRORS[code].message,
    options?: ErrorOptions & { details?: FieldError[] },
  ) {
    super(message, options);
    this.name = "AppError";
    this.code = code;
    this.details = options?.details;
  }
}
