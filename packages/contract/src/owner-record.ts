import { z } from "zod";

/** How an owner keeps their word, as everybody may know before they ask for something. */
export const ownerRecordView = z.object({
  agreedCount: z.int().nonnegative().describe("Rentals the owner agreed to in the last 12 months"),
  canceledCount: z.int().nonnegative().describe("Of these, how many the owner called off or did not come to"),
});
export type OwnerRecordView = z.infer<typeof ownerRecordView>;
