import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { namedObject } from "../fields.ts";

export const MAX_PHOTO_BYTES = 15 * 1024 * 1024;
const MAX_MENU_BYTES = 10 * 1024 * 1024;

/** Limit for uploads; a stored photo has at most 1600 pixels on its longer side. */
export const MAX_MEGAPIXELS = 40;

/** Rejection messages that tell the user what to do. */
export const PHOTO_MESSAGES = {
  notAPhoto: "We can't read this file as a photo. Please choose a JPEG, PNG, WebP or AVIF file.",
  tooManyPixels: `This photo has more than ${MAX_MEGAPIXELS} megapixels. Please choose a smaller one.`,
  damaged: "This photo is damaged or incomplete. Please choose another one.",
  notAMenu: "We can't read this file as a menu. Please choose a PDF or a photo.",
} as const;

const photoView = namedObject("Photo", {
  id: z.uuid(),
  url: z.string().describe("The largest size. For smaller sizes, replace full with 400x267 or 800x534"),
  width: z.int().positive(),
  height: z.int().positive(),
  placeholder: z.string().describe("A tiny blurred version as a data URL"),
});
export type PhotoView = z.infer<typeof photoView>;

export const uploadPhoto = endpoint({
  method: "POST",
  path: "/api/photos",
  summary: "Upload a photo: JPEG, PNG, WebP or AVIF. Metadata is removed",
  access: "approved",
  limits: [{ per: "account", times: 300, seconds: 3600 }],
  upload: { maxBytes: MAX_PHOTO_BYTES },
  response: photoView,
  status: 201,
  errors: ["validation_failed", "payload_too_large", "unsupported_media_type"],
});

/** The only upload of accounts that are not approved yet. */
export const uploadProfilePhoto = endpoint({
  method: "POST",
  path: "/api/profile/photo",
  summary: "Upload a photo to use as profile picture",
  access: "signed-in",
  limits: [{ per: "account", times: 20, seconds: 86_400 }],
  upload: { maxBytes: MAX_PHOTO_BYTES },
  response: photoView,
  status: 201,
  errors: ["validation_failed", "payload_too_large", "unsupported_media_type"],
});

export const uploadMenu = endpoint({
  method: "POST",
  path: "/api/menus",
  summary: "Upload a food truck's menu: a PDF or a photo",
  access: "approved",
  limits: [{ per: "account", times: 60, seconds: 3600 }],
  upload: { maxBytes: MAX_MENU_BYTES },
  response: z.object({ menuFileKey: z.string(), url: z.string() }),
  status: 201,
  errors: ["validation_failed", "payload_too_large", "unsupported_media_type"],
});
