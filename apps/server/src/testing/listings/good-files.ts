import type { Endpoint } from "@nexby/contract/endpoint";
import sharp, { type Sharp } from "sharp";

type Size = { width: number; height: number };

/** Half red, half blue, so that tests can detect the orientation. */
export function picture({ width, height }: Size): Sharp {
  const half = { width: Math.ceil(width / 2), height, channels: 3 as const, background: "#0000ff" };
  return sharp({ create: { width, height, channels: 3, background: "#ff0000" } }).composite([
    { input: { create: half }, left: Math.floor(width / 2), top: 0 },
  ]);
}

export const jpeg = (size: Size): Promise<Buffer> => picture(size).jpeg().toBuffer();

const photo = () => jpeg({ width: 30, height: 20 });

/** An accepted file for every upload endpoint. */
export const GOOD_FILES: Record<string, () => Promise<Buffer>> = {
  "POST /api/bookings/:bookingId/photos/:photoId": photo,
  "POST /api/conversations/:conversationId/photos/:messageId": photo,
  "POST /api/menus": photo,
  "POST /api/photos": photo,
  "POST /api/profile/photo": photo,
};

type File = { bytes: Buffer; name?: string; type?: string; field?: string };

/** An upload as a browser sends it. */
export function formWith(...files: File[]): FormData {
  const form = new FormData();
  for (const { bytes, name = "photo.jpg", type = "image/jpeg", field = "file" } of files) {
    form.append(field, new Blob([new Uint8Array(bytes)], { type }), name);
  }
  return form;
}

export const sendForm = (
  origin: string,
  { method, path }: Endpoint,
  form: FormData,
  headers: Record<string, string>,
): Promise<Response> => fetch(origin + path, { method, headers, body: form });
