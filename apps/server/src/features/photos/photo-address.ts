/** Where the largest size of a photo is served; the other sizes are beside it. */
export const photoAddress = (key: string): string => `/media/${key}/full.webp`;
