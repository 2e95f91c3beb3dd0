import { missingProfileFields } from "@nexby/domain/accounts/profile-completeness";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { findUser } from "../../accounts/public.ts";
import { getActiveTerms } from "../../content/public.ts";
import type { BookedItem } from "../booking-item.repository.ts";
import type { CheckoutBody } from "./checkout-body.ts";

const MESSAGE = "To rent items, please complete your profile with the required information.";

/** Who rents must be known, rents from others, and has read the terms that are in force. */
export async function assertMayRent(db: Db, renterId: string, item: BookedItem, body: CheckoutBody): Promise<void> {
  const missing = missingProfileFields(await findUser(db, renterId), "renting");
  if (missing.length > 0) {
    const details = missing.map(({ field, label }) => ({ field, message: label }));
    throw new AppError("profile_incomplete", MESSAGE, { details });
  }
  if (item.ownerId === renterId) throw new AppError("forbidden", "This is your own item");
  const { version } = await getActiveTerms(db);
  if (body.termsVersion !== version) throw new AppError("terms_changed");
}
