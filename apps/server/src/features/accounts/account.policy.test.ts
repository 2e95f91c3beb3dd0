import { describe, expect, test } from "vitest";
import { allowedActions } from "./accounts.policy.ts";

const VIEWER = { id: "ada" };
const LONG_AGO = new Date(0);

describe("what an administrator may do to an account", () => {
  test.each([
    ["a person who waits", { isAdmin: false, isApproved: false, suspendedAt: null }, ["approve", "suspend"]],
    ["an approved person", { isAdmin: false, isApproved: true, suspendedAt: null }, ["suspend"]],
    ["a suspended person", { isAdmin: false, isApproved: true, suspendedAt: LONG_AGO }, ["reinstate"]],
    ["a person suspended before approval", { isAdmin: false, isApproved: false, suspendedAt: LONG_AGO }, ["reinstate"]],
    ["another administrator", { isAdmin: true, isApproved: true, suspendedAt: null }, []],
    ["an administrator who is not approved", { isAdmin: true, isApproved: false, suspendedAt: null }, ["approve"]],
    ["a suspended administrator", { isAdmin: true, isApproved: true, suspendedAt: LONG_AGO }, ["reinstate"]],
  ])("%s", (_, standing, actions) => {
    expect(allowedActions(VIEWER, { ...standing, id: "somebody" })).toEqual(actions);
  });

  test("nobody suspends themselves", () => {
    const self = { id: VIEWER.id, isAdmin: false, isApproved: true, suspendedAt: null };
    expect(allowedActions(VIEWER, self)).toEqual([]);
  });
});
