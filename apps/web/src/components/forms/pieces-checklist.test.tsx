import { type NewConditionReport, reportCondition } from "@nexby/contract/bookings/condition";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, onTestFinished, vi } from "vitest";
import { Form, SubmitButton } from "./form.tsx";
import { PiecesChecklist } from "./pieces-checklist.tsx";

const KIT = [
  { name: "Tent pole", count: 4, priceCents: 1200 },
  { name: "Peg", count: 12, priceCents: 150 },
];

function open(kit = KIT) {
  const onSubmit = vi.fn(async (_: NewConditionReport) => undefined);
  render(
    <Form
      schema={reportCondition.body}
      defaultValues={{ phase: "check_in", condition: "good" }}
      onSubmit={(report) => onSubmit(report)}
    >
      <PiecesChecklist kit={kit} hint="Count each piece." />
      <SubmitButton busyText="Sending...">Send</SubmitButton>
    </Form>,
  );
  onTestFinished(cleanup);
  const user = userEvent.setup();
  const send = () => user.click(screen.getByRole("button", { name: "Send" }));
  return { user, send, sent: () => onSubmit.mock.calls.map(([{ pieces }]) => pieces) };
}

const allThere = (name: string) => screen.getByRole("checkbox", { name: new RegExp(`^${name}: all`) });
const countOf = (name: string) => screen.getByRole("textbox", { name: `${name}: how many are there` });

it("[COND-01] [KIT-01] the checklist of pieces counts pieces by ticking them off or typing their number", async () => {
  const { user, send, sent } = open();
  await user.click(allThere("Tent pole"));
  expect(countOf("Tent pole")).toHaveValue("4");
  await user.type(countOf("Peg"), "10");
  expect(allThere("Peg")).not.toBeChecked();
  await send();
  expect(sent()).toEqual([
    [
      { name: "Tent pole", count: 4 },
      { name: "Peg", count: 10 },
    ],
  ]);
});

it("[COND-01] [KIT-01] typing a piece's full number ticks it off, and unticking it clears the number", async () => {
  const { user, send, sent } = open();
  await user.type(countOf("Peg"), "12");
  expect(allThere("Peg")).toBeChecked();
  await user.click(allThere("Peg"));
  expect(countOf("Peg")).toHaveValue("");
  await send();
  expect(sent()).toEqual([undefined]);
});

it("[COND-01] [KIT-01] the checklist of pieces asks for each piece once one is counted", async () => {
  const { user, send, sent } = open();
  await user.click(allThere("Tent pole"));
  await send();
  expect(countOf("Peg")).toHaveAccessibleDescription("Please count each piece");
  expect(sent()).toEqual([]);
});

it("the checklist of pieces shows nothing for an item that is not a kit", () => {
  open([]);
  expect(screen.queryByRole("group", { name: "Pieces" })).toBeNull();
});
