import { PRODUCT_CLAIM, PRODUCT_NAME } from "../lib/product.ts";
import { LazyRoute } from "./lazy-route.tsx";

type PageName = "index" | "listing" | "credits" | "not-found";

export type Page = {
  name: PageName;
  /** Of the address; the last one takes what no other wants. */
  pattern: string;
  /** An address of this page, to prerender it with. */
  example: string;
  status: number;
  title: string;
  description: string;
  /** Reads the server answers along with the page. */
  data: readonly string[];
  route: LazyRoute;
};

export const PAGES: readonly Page[] = [
  {
    name: "index",
    pattern: "/",
    example: "/",
    status: 200,
    title: PRODUCT_CLAIM,
    description: `${PRODUCT_NAME} is the neighborhood's rental shelf: tents, tools, kayaks and more, from people near you.`,
    data: ["/api/categories", "/api/items"],
    route: new LazyRoute(() => import("./routes/index-route.tsx").then((module) => module.IndexRoute)),
  },
  {
    name: "listing",
    pattern: "/listings/:itemId",
    example: "/listings/any",
    status: 200,
    title: "Listing",
    description: `Rent it from a neighbor on ${PRODUCT_NAME}.`,
    data: ["/api/items/:itemId"],
    route: new LazyRoute(() => import("./routes/listing-route.tsx").then((module) => module.ListingRoute)),
  },
  {
    name: "credits",
    pattern: "/credits",
    example: "/credits",
    status: 200,
    title: "Credits",
    description: `Who made the pictures, typefaces and icons of ${PRODUCT_NAME}.`,
    data: [],
    route: new LazyRoute(() => import("./routes/credits-route.tsx").then((module) => module.CreditsRoute)),
  },
  {
    name: "not-found",
    pattern: "*",
    example: "/not-found",
    status: 404,
    title: "Page not found",
    description: "There is nothing at this address.",
    data: [],
    route: new LazyRoute(() => import("./routes/not-found-route.tsx").then((module) => module.NotFoundRoute)),
  },
];
