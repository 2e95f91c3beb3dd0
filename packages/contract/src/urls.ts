/** Stored sizes of a photo; the card's 400x267 comes from the specification. */
const PHOTO_SIZES = { card: "400x267", cardDouble: "800x534", full: "full" } as const;
type PhotoSize = keyof typeof PHOTO_SIZES;

const FULL = /\/full\.webp$/;

/** The URL of another size of a photo we store; an external photo has only its own. */
export function photoUrl(image: string, size: PhotoSize): string {
  return image.replace(FULL, `/${PHOTO_SIZES[size]}.webp`);
}

/** Sent with every API response: the product's time, which its deadlines and dates refer to. */
export const NOW_HEADER = "nexby-now";

/** Landing page for users who came only to sign in. */
export const AFTER_SIGN_IN = "/browse";
