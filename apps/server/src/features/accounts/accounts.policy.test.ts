import { describe, expect, test } from "vitest";
import { allowedActions } from "./accounts.policy.ts";

const VIEWER = { id: "ada" };
const LONG_AGO = new Date(0);

describe("allowed admin actions", () => {
  test.each([
    ["a pending user", { isAdmin: false, isApproved: false, suspendedAt: null }, ["approve", "suspend"]],
    ["an approved user", { isAdmin: false, isApproved: true, suspendedAt: null }, ["suspend"]],
    ["a suspended user", { isAdmin: false, isApproved: true, suspendedAt: LONG_AGO }, ["reinstate"]],
    ["a user suspended before approval", { isAdmin: false, isApproved: false, suspendedAt: LONG_AGO }, ["reinstate"]],
    ["another admin", { isAdmin: true, isApproved: true, suspendedAt: null }, []],
    ["an unapproved admin", { isAdmin: true, isApproved: false, suspendedAt: null }, ["approve"]],
    ["a suspended admin", { isAdmin: true, isApproved: true, suspendedAt: LONG_AGO }, ["reinstate"]],
  ])("depend on the account: %s", (_, account, actions) => {
    expect(allowedActions(VIEWER, { ...account, id: "somebody" })).toEqual(actions);
  });

  test("never include suspending yourself", () => {
    const self = { id: VIEWER.id, isAdmin: false, isApproved: true, suspendedAt: null };
    expect(allowedActions(VIEWER, self)).toEqual([]);
  });
});
