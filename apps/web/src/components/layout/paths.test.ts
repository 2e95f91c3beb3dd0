import { expect, it } from "vitest";
import { isAdminRoute } from "../../lib/paths.ts";
import { isActiveTab } from "./main-links.tsx";
import { placeholderOf, SPINNER_TEXT } from "./route-placeholder.tsx";

it.each([
  ["/admin", "dashboard"],
  ["/admin/fraud-detection", "dashboard"],
  ["/admin/listings/edit", "dashboard"],
  ["/create-listing", "form"],
  ["/listings/7/edit", "form"],
  ["/profile", "form"],
  ["/browse", "grid"],
  ["/my-listings", "grid"],
  ["/listings/7", "grid"],
  ["/", "spinner"],
  ["/messages", "spinner"],
])("[ROUTE-09] %s shows a %s placeholder while it loads", (path, placeholder) =>
  expect(placeholderOf(path)).toBe(placeholder),
);

it("[ROUTE-09] the spinner has a loading text", () => expect(SPINNER_TEXT).toBe("Loading..."));

it.each([
  ["/admin", true],
  ["/admin/terms", true],
  ["/administration", true],
  ["/tools/admin", true],
  ["/", false],
  ["/profile", false],
])("[ROUTE-11] %s is an admin page: %s, and gets the dashboard's placeholder only then", (path, isAdmin) => {
  expect(isAdminRoute(path)).toBe(isAdmin);
  expect(placeholderOf(path) === "dashboard").toBe(isAdmin);
});

it.each([
  ["/", "/", true],
  ["/", "/browse", false],
  ["/browse", "/browse", true],
  ["/browse", "/browse/tents", true],
  ["/browse", "/", false],
  ["/profile", "/browse", false],
])("[BAR-05] tab %s on page %s is active: %s", (tab, path, isActive) => expect(isActiveTab(tab, path)).toBe(isActive));
