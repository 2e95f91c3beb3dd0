import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { BrowserContext } from "@playwright/test";
import type { DemoPersonKey } from "../../apps/server/src/demo/people.ts";
import { readCurrentUser, signInAsDemo } from "./accounts.ts";
import { readDemoItems } from "./api.ts";

type Route = { name: string; pattern: string; status: number; isUnlisted: boolean };

const TABLE = fileURLToPath(new URL("../../apps/web/dist/pages.json", import.meta.url));

/** Every page that was built. */
export const ROUTES: readonly Route[] = JSON.parse(readFileSync(TABLE, "utf8"));

const isAdminRoute = ({ pattern }: Route): boolean => pattern.startsWith("/admin");

const SIGNED_IN_ROUTES = [
  "/profile",
  "/create-listing",
  "/listings/:itemId/edit",
  "/my-listings",
  "/checkout/:bookingId",
  "/combined-checkout/:itemId",
  "/my-support",
  "/notifications",
  "/notification-history",
  "/messages",
  "/disputes",
  "/booking-requests",
  "/my-bookings",
  "/my-bookings/:bookingId",
  "/saved",
];

/** Somebody who gets to see the page itself; null is a visitor. */
function viewerOf(route: Route): DemoPersonKey | null {
  if (isAdminRoute(route)) return "ada";
  return SIGNED_IN_ROUTES.includes(route.pattern) ? "sam" : null;
}

/** Opens the way for who may see the page and names an address of it with a record that exists. */
export async function prepare(context: BrowserContext, route: Route): Promise<string> {
  const viewer = viewerOf(route);
  if (viewer) await signInAsDemo(context, viewer);
  if (route.pattern === "*") return "/no/such/page";
  if (!route.pattern.includes(":")) return route.pattern;
  const me = viewer ? await readCurrentUser(context.request) : null;
  const items = await readDemoItems(context.request);
  const item = items.find(({ ownerId }) => !me || (ownerId === me.id) === route.pattern.endsWith("/edit"));
  if (!item) throw new Error(`There is no record for ${route.pattern}`);
  const records: Record<string, string> = {
    itemId: item.id,
    userId: item.ownerId,
    bookingId: crypto.randomUUID(),
  };
  return route.pattern.replace(/:(\w+)/g, (_, name: string) => records[name] ?? "");
}
