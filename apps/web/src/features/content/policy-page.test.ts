import { expect, test } from "vitest";
import { policyParts } from "./policy-page.tsx";

const TEXT = `Terms and Conditions of Nexby

For everybody.

1. What Nexby is
A place to rent.
With two lines.

2. Your account
You are 18.

One person has one account.`;

test("the policy page splits a text at its numbered headings", () => {
  expect(policyParts(TEXT, "Terms and Conditions")).toEqual({
    introduction: ["For everybody."],
    sections: [
      { id: "part-1", title: "1. What Nexby is", paragraphs: ["A place to rent.\nWith two lines."] },
      { id: "part-2", title: "2. Your account", paragraphs: ["You are 18.", "One person has one account."] },
    ],
  });
});

test("the policy page treats a text without headings as introduction", () => {
  expect(policyParts("Be kind.\n\nReturn things.", "Terms")).toEqual({
    introduction: ["Be kind.", "Return things."],
    sections: [],
  });
});

test("the policy page does not treat every line that starts with a number as a heading", () => {
  const { introduction, sections } = policyParts(`10 days are enough.\n\n1. ${"x".repeat(200)}`, "Terms");
  expect(introduction).toHaveLength(2);
  expect(sections).toEqual([]);
});

test("the policy page gives sections with the same number different ids", () => {
  const { sections } = policyParts("1. One\na\n\n1. Another\nb", "Terms");
  expect(sections.map(({ id }) => id)).toEqual(["part-1", "part-2"]);
});
