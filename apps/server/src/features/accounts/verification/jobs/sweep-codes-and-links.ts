import type { Db } from "../../../../platform/db/db.ts";
import { deleteOldPasswordResets } from "../../passwords/password-resets.repository.ts";
import { deleteOldCodes, markLapsedCodesExpired } from "../verification-codes.repository.ts";

/** Says of codes what time has made of them, and forgets what is of no use any more. */
export async function sweepCodesAndLinks(db: Db): Promise<void> {
  await markLapsedCodesExpired(db);
  await deleteOldCodes(db);
  await deleteOldPasswordResets(db);
}
