import { jpeg } from "./pictures.ts";

const photo = () => jpeg({ width: 30, height: 20 });

/** An accepted file for every upload endpoint. */
export const GOOD_FILES: Record<string, () => Promise<Buffer>> = {
  "POST /api/bookings/:bookingId/photos/:photoId": photo,
  "POST /api/conversations/:conversationId/photos/:messageId": photo,
  "POST /api/menus": photo,
  "POST /api/photos": photo,
  "POST /api/profile/photo": photo,
};
