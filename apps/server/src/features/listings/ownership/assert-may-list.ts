import { missingProfileFields } from "@nexby/domain/accounts/profile-completeness";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { findUser } from "../../accounts/public.ts";

const MESSAGE = "To list items for rent, please complete your profile with the required information.";

/** Who lists must be known well enough to be reached. */
export async function assertMayList(db: Db, userId: string): Promise<void> {
  const missing = missingProfileFields(await findUser(db, userId), "listing");
  if (missing.length === 0) return;
  const details = missing.map(({ field, label }) => ({ field, message: label }));
  throw new AppError("profile_incomplete", MESSAGE, { details });
}
