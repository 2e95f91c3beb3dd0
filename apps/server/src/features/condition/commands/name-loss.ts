import { nameLossAmount, type RenterOrOwner, type StepContext } from "../../bookings/public.ts";
import { appendLink } from "../evidence-chain.ts";
import type { EvidenceKeys } from "../evidence-keys.ts";
import { mailRecord } from "../evidence-mails.ts";

/** From now on, the claim is the owner's word, so the chain covers it. */
export async function nameLoss(
  context: StepContext,
  author: RenterOrOwner,
  named: { amountCents: number; notes: string },
  keys: EvidenceKeys,
): Promise<void> {
  const claim = await nameLossAmount(context, author, named);
  const link = await appendLink(context, author, keys, { kind: "claim", subjectId: claim.id });
  await mailRecord(context.tx, context.booking, { by: author.role, act: "claimed" }, link);
}
