/** Widths a photo is kept in; the card's is the 400x267 of the specification. */
const PHOTO_SIZES = { card: "400x267", cardDouble: "800x534", full: "full" } as const;
export type PhotoSize = keyof typeof PHOTO_SIZES;

const FULL = /\/full\.webp$/;

/** The address of another size of a photo we store; a photo from elsewhere has only its own. */
export function photoUrl(image: string, size: PhotoSize): string {
  return image.replace(FULL, `/${PHOTO_SIZES[size]}.webp`);
}
