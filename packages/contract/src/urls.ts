/** Widths a photo is kept in; the card's is the 400x267 of the specification. */
const PHOTO_SIZES = { card: "400x267", cardDouble: "800x534", full: "full" } as const;
type PhotoSize = keyof typeof PHOTO_SIZES;

const FULL = /\/full\.webp$/;

/** The address of another size of a photo we store; a photo from elsewhere has only its own. */
export function photoUrl(image: string, size: PhotoSize): string {
  return image.replace(FULL, `/${PHOTO_SIZES[size]}.webp`);
}

/** In every answer of the API: the product's time, by which its deadlines and dates are meant. */
export const NOW_HEADER = "nexby-now";

/** Where people go who came to sign in and for nothing else. */
export const AFTER_SIGN_IN = "/browse";
