import { missingProfileFields } from "@nexby/domain/accounts/profile-completeness";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { findAsker } from "./checkout.repository.ts";
import type { CheckoutBody } from "./checkout-body.ts";

const MESSAGE = "To rent items, please complete your profile with the required information.";

/** Who rents must be known, and has read the terms that are in force. */
export async function assertMayRent(db: Db, renterId: string, { termsVersion }: CheckoutBody): Promise<void> {
  const asker = await findAsker(db, renterId);
  const missing = missingProfileFields(asker, "renting");
  if (missing.length > 0) {
    const details = missing.map(({ field, label }) => ({ field, message: label }));
    throw new AppError("profile_incomplete", MESSAGE, { details });
  }
  if (termsVersion !== asker?.termsInForce) throw new AppError("terms_changed");
}
