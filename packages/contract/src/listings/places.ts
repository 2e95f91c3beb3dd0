import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { decimalNumber, namedObject } from "../fields.ts";

const placeView = namedObject("Place", {
  label: z.string().describe("Such as Maplewood, NJ 07040"),
  city: z.string(),
  county: z.string().nullable(),
  state: z.string(),
  zipCode: z.string().nullable(),
  latitude: z.number(),
  longitude: z.number(),
});
export type PlaceView = z.infer<typeof placeView>;

export const searchPlaces = endpoint({
  method: "GET",
  path: "/api/places",
  summary: "Find places by address, ZIP or town, best first",
  access: "public",
  limits: [{ per: "address", times: 120, seconds: 60 }],
  query: z.object({
    query: z
      .string({ error: "Please enter an address, ZIP code or town" })
      .trim()
      .min(2, "Please enter an address, ZIP code or town")
      .max(200, "Please use at most 200 characters"),
  }),
  response: z.array(placeView),
  errors: ["validation_failed", "service_unavailable"],
});

export const getNearestPlace = endpoint({
  method: "GET",
  path: "/api/places/nearest",
  summary: "Find the place at a position",
  access: "public",
  limits: [{ per: "address", times: 120, seconds: 60 }],
  query: z.object({
    latitude: decimalNumber("Latitude", { least: -90, most: 90 }),
    longitude: decimalNumber("Longitude", { least: -180, most: 180 }),
    location: z
      .string()
      .trim()
      .max(200, "Please use at most 200 characters")
      .optional()
      .describe("The address, if known. Its town is used when it matches the position"),
  }),
  response: placeView,
  errors: ["validation_failed", "not_found", "service_unavailable"],
});

export const getMapSettings = endpoint({
  method: "GET",
  path: "/api/map",
  summary: "Get the map's style",
  access: "public",
  response: z.object({ styleUrl: z.string().nullable().describe("Null for the built-in style") }),
  errors: [],
});
