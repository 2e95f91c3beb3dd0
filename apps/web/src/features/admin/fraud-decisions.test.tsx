import type { FraudAnalysisView } from "@nexby/contract/admin/fraud";
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { PERSON, renderApp } from "../../testing/render-app.tsx";

const { firstName, lastName, email } = PERSON;

const ANALYSIS: FraudAnalysisView = {
  id: "01900000-0000-7000-8000-000000000021",
  analysisType: "authorization",
  status: "in_review",
  riskScore: 60,
  riskLevel: "high",
  confidence: 0.9,
  patterns: ["account"],
  redFlags: [{ code: "email_unverified", weight: 15, observed: true }],
  recommendation: "review",
  ruleSetVersion: 1,
  booking: {
    id: "01900000-0000-7000-8000-000000000022",
    status: "pending",
    startAt: "2026-06-05T13:00:00.000Z",
    endAt: "2026-06-06T22:00:00.000Z",
    timezone: "America/New_York",
    quantity: 1,
    totalCents: 46_358,
    depositCents: 20_000,
    exchangeType: "pickup",
  },
  item: { id: "01900000-0000-7000-8000-000000000023", title: "Cargo bike" },
  renter: { id: PERSON.id, firstName, lastName, email, createdAt: "2026-06-01T00:00:00.000Z" },
  owner: { id: "01900000-0000-7000-8000-000000000024", firstName: "Maya", lastName: "Rivera" },
  message: null,
  reviewBy: "2026-06-02T00:00:00.000Z",
  secondsLeft: 3_600,
  review: null,
  allowedActions: ["approve", "decline", "request_info"],
  createdAt: "2026-06-01T12:00:00.000Z",
};

it.each([
  ["approve", "Approve"],
  ["decline", "Decline"],
  ["request_info", "Request information"],
])("[FRAUD-01] the decision %s is sent with its reason", async (decision, label) => {
  const call = `POST /api/admin/fraud-analyses/${ANALYSIS.id}/decision`;
  const { user, fill, callsTo } = renderApp(
    "/admin/fraud-detection",
    { "GET /api/admin/fraud-analyses": () => (callsTo(call).length > 0 ? [] : [ANALYSIS]), [call]: ANALYSIS },
    { user: { isAdmin: true } },
  );
  await user.click(await screen.findByRole("button", { name: `${label}: Cargo bike, Robin Vale` }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await fill(dialog.getByRole("textbox", { name: "Reason" }), "Same card as an account we closed");
  await user.click(dialog.getByRole("button", { name: label }));
  expect(await screen.findByText("No requests to review.")).toBeVisible();
  expect(callsTo(call).map(({ body }) => body)).toEqual([{ decision, notes: "Same card as an account we closed" }]);
});
