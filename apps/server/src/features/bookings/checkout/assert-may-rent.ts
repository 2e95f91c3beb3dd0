import { missingProfileFields } from "@nexby/domain/accounts/profile-completeness";
import { AppError } from "../../../platform/errors/app-error.ts";
import type { Asker } from "./checkout.repository.ts";
import type { CheckoutBody } from "./checkout-body.ts";

const MESSAGE = "To rent items, please complete your profile with the required information.";

/** Who rents must be known, and has read the terms that are in force. */
export function assertMayRent(asker: Asker | null, { termsVersion }: CheckoutBody): void {
  const missing = missingProfileFields(asker, "renting");
  if (missing.length > 0) {
    const details = missing.map(({ field, label }) => ({ field, message: label }));
    throw new AppError("profile_incomplete", MESSAGE, { details });
  }
  if (termsVersion !== asker?.termsInForce) throw new AppError("terms_changed");
}
