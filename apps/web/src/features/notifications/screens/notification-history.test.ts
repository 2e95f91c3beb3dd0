import { NOTIFICATION_TYPES } from "@nexby/contract/messaging/notifications";
import { expect, test } from "vitest";
import { historyFilterIn, TYPE_LABELS } from "./notification-history.tsx";

const filterOf = (search: string) => historyFilterIn(new URLSearchParams(search));

test("reads the type and the read state from the URL", () => {
  expect(filterOf("")).toEqual({ type: null, isRead: null });
  expect(filterOf("type=payment&isRead=false")).toEqual({ type: "payment", isRead: "false" });
});

test.each(["type=gossip", "type=toString", "isRead=maybe"])("ignores unknown values: %s", (search) => {
  expect(filterOf(search)).toEqual({ type: null, isRead: null });
});

test("every type can be selected", () => {
  expect(Object.keys(TYPE_LABELS).sort()).toEqual([...NOTIFICATION_TYPES].sort());
});
