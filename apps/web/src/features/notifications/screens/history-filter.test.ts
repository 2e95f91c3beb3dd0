import { NOTIFICATION_TYPES } from "@nexby/contract/messaging/notifications";
import { expect, test } from "vitest";
import { historyFilterIn, TYPE_LABELS } from "./notification-history.tsx";

const filterOf = (search: string) => historyFilterIn(new URLSearchParams(search));

test("the address names a type and whether it was read", () => {
  expect(filterOf("")).toEqual({ type: null, isRead: null });
  expect(filterOf("type=payment&isRead=false")).toEqual({ type: "payment", isRead: "false" });
});

test.each(["type=gossip", "type=toString", "isRead=maybe"])("what there is not is not asked for: %s", (search) => {
  expect(filterOf(search)).toEqual({ type: null, isRead: null });
});

test("every type can be chosen", () => {
  expect(Object.keys(TYPE_LABELS).sort()).toEqual([...NOTIFICATION_TYPES].sort());
});
