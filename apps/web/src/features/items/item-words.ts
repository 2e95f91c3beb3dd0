import type { ItemCondition } from "@nexby/domain/listings/item-terms";

export const CONDITION_LABELS: Record<ItemCondition, string> = {
  new: "New",
  like_new: "Like new",
  used: "Used",
  heavily_used: "Heavily used",
};

export function shortNameOf(person: { firstName: string; lastName: string }): string {
  const initial = person.lastName.charAt(0).toUpperCase();
  return initial ? `${person.firstName} ${initial}.` : person.firstName;
}

export const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
