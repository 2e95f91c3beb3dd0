import type { Handoff } from "../../../lib/rental-labels.ts";

type ConfirmCopy = { label: string; title: string; confirm: string; done: string };
type ByHandoff = { usual: ConfirmCopy } & { [handover in Handoff]?: ConfirmCopy };

const RECEIVED: ByHandoff = {
  usual: { label: "I have it", title: "Do you have it?", confirm: "Yes, I have it", done: "Enjoy it" },
  truck: { label: "The truck is here", title: "Is the truck here?", confirm: "Yes, it is here", done: "Enjoy it" },
};

const handedOver = (renter: string): ByHandoff => ({
  usual: {
    label: "I handed it over",
    title: `Does ${renter} have it?`,
    confirm: "Yes, handed over",
    done: "Handover noted",
  },
  truck: {
    label: "I am there",
    title: "Are you there with the truck?",
    confirm: "Yes, I am there",
    done: "Arrival noted",
  },
});

const NOT_RECEIVED: ByHandoff = {
  usual: {
    label: "I do not have it",
    title: "You do not have it?",
    confirm: "I do not have it",
    done: "Your objection is noted",
  },
  truck: {
    label: "The truck is not here",
    title: "The truck is not here?",
    confirm: "It is not here",
    done: "Your objection is noted",
  },
};

const SERVED: ConfirmCopy = {
  label: "The visit is over",
  title: "Is the visit over?",
  confirm: "Yes, it is over",
  done: "End noted",
};

const RETURNED_BY_RENTER: ByHandoff = {
  usual: {
    label: "I returned it",
    title: "Is it back with its owner?",
    confirm: "Yes, returned",
    done: "Return noted",
  },
  delivery: {
    label: "It was collected",
    title: "Is it back with its owner?",
    confirm: "Yes, collected",
    done: "Return noted",
  },
  truck: SERVED,
};

const RETURNED_TO_OWNER: ByHandoff = {
  usual: { label: "It is back", title: "Is it back with you?", confirm: "Yes, it is back", done: "Return noted" },
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
