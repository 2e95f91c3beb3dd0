/** What nobody else will think of. Unlike `crypto.randomUUID` it is there on pages without https, too. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
