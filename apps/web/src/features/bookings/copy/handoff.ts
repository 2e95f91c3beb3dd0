import type { Handoff } from "../../../lib/handoff-labels.ts";

type Asked = { label: string; title: string; confirm: string; done: string };
type ByHandoff = { usual: Asked } & { [handover in Handoff]?: Asked };

const TAKEN: ByHandoff = {
  usual: { label: "I have it", title: "Do you have it?", confirm: "Yes, I have it", done: "Enjoy it" },
  truck: { label: "The truck is here", title: "Is the truck here?", confirm: "Yes, it is here", done: "Enjoy it" },
};

const given = (renter: string): ByHandoff => ({
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

const NOT_TAKEN: ByHandoff = {
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

const SERVED: Asked = {
  label: "The visit is over",
  title: "Is the visit over?",
  confirm: "Yes, it is over",
  done: "End noted",
};

const GIVEN_BACK: ByHandoff = {
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

const TAKEN_BACK: ByHandoff = {
  usual: { label: "It is back", title: "Is it back with you?", confirm: "Yes, it is back", done: "Return noted" },
  truck: SERVED,
};

const pick = (words: ByHandoff, handover: Handoff): Asked => words[handover] ?? words.usual;

type Role = "renter" | "owner" | "admin";

/** What both are asked when it changes hands; `other` is the first name of the other side. */
export const handOverCopy = (handover: Handoff, role: Role, other: string): Asked =>
  pick(role === "renter" ? TAKEN : given(other), handover);

export const disputeCopy = (handover: Handoff): Asked => pick(NOT_TAKEN, handover);

export const returnCopy = (handover: Handoff, role: Role): Asked =>
  pick(role === "renter" ? GIVEN_BACK : TAKEN_BACK, handover);
