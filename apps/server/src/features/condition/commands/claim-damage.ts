import type { claimDamage as claimContract } from "@nexby/contract/bookings/booking-commands";
import { claimContent } from "@nexby/domain/condition/evidence-chain";
import { needsClaimPhoto } from "@nexby/domain/damage/damage-claims";
import type { z } from "zod";
import { fieldError } from "../../../platform/errors.ts";
import { fileDamageClaim, type RenterOrOwner, type StepContext } from "../../bookings/public.ts";
import { insertDamagePhotos, listPhotos } from "../condition.queries.ts";
import { appendLink } from "../evidence-chain.ts";

/** The claim, its photos and its link in the evidence chain. The photos were sent before. */
export async function claimDamage(
  context: StepContext,
  author: RenterOrOwner,
  { photoIds: sentIds, ...claim }: z.output<typeof claimContract.body>,
): Promise<void> {
  const { tx, booking } = context;
  const filed = await fileDamageClaim(context, author, claim);
  if (needsClaimPhoto(claim.damageType) && sentIds.length === 0) {
    throw fieldError("photoIds", "Add at least one photo that shows the problem");
  }
  const own = (await listPhotos(tx, booking.id)).filter(
    ({ uploadedBy, stage }) => uploadedBy === author.id && stage === "return",
  );
  const photos = sentIds.map((id) => {
    const photo = own.find((one) => one.id === id.toLowerCase());
    if (!photo) throw fieldError("photoIds", "Please choose photos you added for this claim");
    return photo;
  });
  await insertDamagePhotos(tx, filed, photos);
  const content = claimContent({ ...filed, photoIds: photos.map(({ id }) => id) });
  await appendLink(context, author, { kind: "claim", subjectId: filed.id, content });
}
