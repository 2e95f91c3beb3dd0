import type { Handoff } from "../../../lib/rental-labels.ts";

type ConfirmCopy = { label: string; title: string; confirm: string; done: string };
type ByHandoff = { usual: ConfirmCopy } & { [handover in Handoff]?: ConfirmCopy };

const RECEIVED: ByHandoff = {
  usual: { label: "Confirm receipt", title: "Do you have it?", confirm: "Yes, I have it", done: "Enjoy it" },
  truck: { label: "The truck is here", title: "Is the truck here?", confirm: "Yes, it’s here", done: "Enjoy it" },
};

const handedOver = (renter: string): ByHandoff => ({
  usual: {
    label: "Mark as handed over",
    title: `Does ${renter} have it?`,
    confirm: "Mark as handed over",
    done: "Marked as handed over",
  },
  truck: {
    label: "I’m here",
    title: "Are you there with the truck?",
    confirm: "Yes, I’m here",
    done: "Arrival recorded",
  },
});

const NOT_RECEIVED: ByHandoff = {
  usual: {
    label: "Dispute the handoff",
    title: "Dispute the handoff?",
    confirm: "I don’t have it",
    done: "Handoff disputed",
  },
  truck: {
    label: "The truck isn’t here",
    title: "Isn’t the truck here?",
    confirm: "It isn’t here",
    done: "Handoff disputed",
  },
};

const SERVED: ConfirmCopy = {
  label: "The visit is over",
  title: "Is the visit over?",
  confirm: "Yes, it’s over",
  done: "End recorded",
};

const RETURNED_BY_RENTER: ByHandoff = {
  usual: {
    label: "Mark as returned",
    title: "Did you return it?",
    confirm: "Mark as returned",
    done: "Marked as returned",
  },
  delivery: {
    label: "Mark as collected",
    title: "Was it collected?",
    confirm: "Mark as collected",
    done: "Marked as collected",
  },
  truck: SERVED,
};

const RETURNED_TO_OWNER: ByHandoff = {
  usual: {
    label: "Mark as returned",
    title: "Do you have it back?",
    confirm: "Mark as returned",
    done: "Marked as returned",
  },
  truck: SERVED,
};

const pick = (copy: ByHandoff, handover: Handoff): ConfirmCopy => copy[handover] ?? copy.usual;

type Role = "renter" | "owner" | "admin";

/** `other` is the first name of the other side. */
export const handOverCopy = (handover: Handoff, role: Role, other: string): ConfirmCopy =>
  pick(role === "renter" ? RECEIVED : handedOver(other), handover);

export const disputeCopy = (handover: Handoff): ConfirmCopy => pick(NOT_RECEIVED, handover);

export const returnCopy = (handover: Handoff, role: Role): ConfirmCopy =>
  pick(role === "renter" ? RETURNED_BY_RENTER : RETURNED_TO_OWNER, handover);
