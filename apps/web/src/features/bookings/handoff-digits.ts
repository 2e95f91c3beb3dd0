/**
 * The content of the QR code: a phone's own camera opens the booking with the digits filled in. They are behind the #,
 * which browsers don't send to the server.
 */
export const codeAddress = (origin: string, bookingId: string, digits: string): string =>
  `${origin}/my-bookings/${bookingId}#code=${digits}`;

const HASH = /^#code=(\d{6})$/;

/** The digits in the address of the page, if a QR code opened it. */
export const codeInHash = (hash: string): string | null => HASH.exec(hash)?.[1] ?? null;

/** The digits in a scanned QR code; null if it is for something else. */
export function scannedCode(text: string, bookingId: string): string | null {
  if (!URL.canParse(text)) return null;
  const { pathname, hash } = new URL(text);
  return pathname === `/my-bookings/${bookingId}` ? codeInHash(hash) : null;
}
