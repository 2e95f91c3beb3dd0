import { codeDigits, codeMessage, codeStepAt, secondsToNextCode } from "@nexby/domain/handoffs/handoff-code";
import { useEffect, useState } from "react";
import { realNow } from "../../lib/server-time.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";

/** Browsers compute codes only on pages that were loaded over a secure connection. */
export const canComputeCodes = (): boolean => globalThis.crypto?.subtle !== undefined;

/** The digits of a key in one minute. They need no connection. */
export async function digitsOf(key: string, step: number): Promise<string> {
  const bytes = Uint8Array.from(atob(key), (character) => character.charCodeAt(0));
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const signer = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign"]);
  return codeDigits(new Uint8Array(await crypto.subtle.sign("HMAC", signer, codeMessage(step))));
}

const TICK_MS = 1_000;

type CurrentCode = { digits: string; secondsLeft: number };

/** The digits to show now and how long they stay; null while they are computed. */
export function useCurrentCode(key: string): CurrentCode | null {
  const [now, setNow] = useState(realNow);
  const [computed, setComputed] = useState<{ key: string; digits: string } | null>(null);
  const step = codeStepAt(now);

  useEffect(() => {
    const timer = setInterval(() => setNow(realNow()), TICK_MS);
    return () => clearInterval(timer);
  }, []);

  useEffect(() => {
    let isCurrent = true;
    void digitsOf(key, step).then((digits) => {
      if (isCurrent) setComputed({ key, digits });
    });
    return () => {
      isCurrent = false;
    };
  }, [key, step]);

  // For a moment after a change, the last digits stay on screen. The server still accepts them.
  return computed?.key === key ? { digits: computed.digits, secondsLeft: secondsToNextCode(now) } : null;
}

export function CodeDigits({ digits, secondsLeft }: CurrentCode) {
  return (
    <div className="text-center">
      <p className="font-semibold text-[2.5rem] tabular-nums leading-12 tracking-wider">
        {/* Two groups are easier to read aloud. */}
        <span aria-hidden="true">{`${digits.slice(0, 3)} ${digits.slice(3)}`}</span>
        <span className="sr-only">Your code: {[...digits].join(" ")}</span>
      </p>
      <p className="mt-1 text-muted text-sm">
        Changes in {secondsLeft} {secondsLeft === 1 ? "second" : "seconds"}
      </p>
    </div>
  );
}

export function CodeLoadFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      <Notice look="problem" role="alert" className="w-full">
        We couldn’t load your code. Check your connection and try again.
      </Notice>
      <Button look="outline" className="w-full" onClick={onRetry}>
        Try again
      </Button>
    </>
  );
}
