import { codeDigits, codeMessage, codeStepAt, secondsToNextCode } from "@nexby/domain/handoffs/handoff-code";
import { useEffect, useState } from "react";
import { realNow } from "../../lib/server-time.ts";

/** Browsers compute codes only on pages that were loaded over a secure connection. */
export const canComputeCodes = (): boolean => globalThis.crypto?.subtle !== undefined;

/** The digits of a key in one minute. They need no connection. */
export async function handoffDigits(key: string, step: number): Promise<string> {
  const bytes = Uint8Array.from(atob(key), (character) => character.charCodeAt(0));
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const signer = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign"]);
  return codeDigits(new Uint8Array(await crypto.subtle.sign("HMAC", signer, codeMessage(step))));
}

const TICK_MS = 1_000;

/** The digits to show now and how long they stay; null while they are computed. */
export function useHandoffDigits(key: string): { digits: string; secondsLeft: number } | null {
  const [now, setNow] = useState(realNow);
  const [computed, setComputed] = useState<{ key: string; digits: string } | null>(null);
  const step = codeStepAt(now);

  useEffect(() => {
    const timer = setInterval(() => setNow(realNow()), TICK_MS);
    return () => clearInterval(timer);
  }, []);

  useEffect(() => {
    let isCurrent = true;
    void handoffDigits(key, step).then((digits) => {
      if (isCurrent) setComputed({ key, digits });
    });
    return () => {
      isCurrent = false;
    };
  }, [key, step]);

  // For a moment after a change, the last digits stay on screen. The server still accepts them.
  return computed?.key === key ? { digits: computed.digits, secondsLeft: secondsToNextCode(now) } : null;
}

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
