import { PLAN_KINDS } from "@nexby/domain/planning/planned-times";
import { z } from "zod";
import { localDay, namedObject } from "../fields.ts";

const instant = z.iso.datetime();
const side = z.enum(["renter", "owner"]);
const place = z.string().nullable().describe("Shown to the renter and the owner only");
const notes = z.string().nullable().describe("What to know about this time. Shown to the renter and the owner only");

/** The agreed and proposed time of a pickup or return that is still to come, as one viewer sees it. */
export const plannedTimeView = namedObject("PlannedTime", {
  kind: z.enum(PLAN_KINDS),
  at: instant
    .nullable()
    .describe("The time in force. Null until a pickup time is confirmed; a return is due at the end until then"),
  isConfirmed: z.boolean(),
  confirmation: z
    .object({
      at: instant,
      by: side.nullable().describe("Null if nobody replied in time, so that it was confirmed automatically"),
    })
    .nullable()
    .describe("When the time in force was confirmed, and by whom. Null if nobody had to confirm it"),
  place,
  notes,
  turn: side.nullable().describe("Who has to reply to the proposal. Null while there is none"),
  proposal: z
    .object({
      id: z.uuid(),
      at: instant,
      by: side,
      place,
      notes,
      isFlexible: z.boolean().describe("Whether any time around it suits the person who proposed it"),
      message: z.string().nullable(),
      inReplyTo: z
        .object({ at: instant, response: z.string().nullable() })
        .nullable()
        .describe("The other person's proposal that this one answers, and the response to it"),
      expiresAt: instant.describe("Until when the other person can reply"),
      isConfirmedAtDeadline: z
        .boolean()
        .describe("Whether the time is confirmed without a reply. If not, the time in force stays"),
    })
    .nullable(),
  suggestions: z
    .array(z.object({ at: instant, date: z.string(), time: z.string() }))
    .describe(
      "Times on one day that suit both people, for whoever may propose one. Date and time are the item's local ones",
    ),
  days: z.object({ from: z.string(), to: z.string() }).describe("The days on which a time can be proposed"),
  ownerHours: z.object({ from: z.string(), to: z.string() }).describe("Renters can propose times within these hours"),
});
export type PlannedTimeView = z.infer<typeof plannedTimeView>;

const kind = z
  .enum(PLAN_KINDS, { error: "Choose pickup or return" })
  .describe("The pickup includes deliveries and meetups");
const proposalId = z.uuid({ error: "This is not a proposal" }).nullable().default(null);
const text = (most: number) => z.string().trim().max(most, `Please use at most ${most} characters`);

export const proposeTimeBody = z.object({
  kind,
  date: localDay("Please choose a day"),
  time: z
    .string({ error: "Please choose a time" })
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Please choose a time")
    .describe("On the clocks of the item's time zone"),
  place: text(200).default("").describe("Where to meet. For meetups only"),
  message: text(500).default(""),
  notes: text(500).default("").describe("What to know about this time. They stay with it once it is confirmed"),
  proposalId: proposalId.describe("The proposal this replies to. Null for a first proposal"),
});

export const confirmTimeBody = z.object({
  kind: kind.default("pickup"),
  proposalId: proposalId.describe("Rejected if this is no longer the open proposal. Null for any"),
});

export const handoffInstructionsBody = z.object({
  instructions: text(500).default("").describe("Empty removes them"),
});

export const keepTimeBody = z.object({ kind, proposalId: proposalId.describe("As for confirming a time") });
