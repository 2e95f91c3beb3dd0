const ADDRESS = /^\/media\/([a-z0-9-]+(?:\/[a-z0-9-]+)*)\/full\.webp$/;

/** Where the largest size of a photo is served; the other sizes are beside it. */
export const photoAddress = (key: string): string => `/media/${key}/full.webp`;

/** Null when no photo can have this address. */
export const photoKeyOf = (address: string): string | null => ADDRESS.exec(address)?.[1] ?? null;
