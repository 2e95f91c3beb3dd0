import { expect, it } from "vitest";
import { badgeText } from "./bell.tsx";

it.each([
  [0, null],
  [1, "1"],
  [99, "99"],
  [100, "99+"],
  [2_000, "99+"],
])("shows %i unread as %s", (unread, text) => expect(badgeText(unread)).toBe(text));
