import { useState } from "react";
import type { CardDetails } from "./card-details.ts";
import type { CardResult, IntentKind } from "./card-result.ts";
import { SandboxProvider, type SandboxSettings } from "./sandbox-provider.ts";

type Challenge = { url: string; onLoad: () => void; onClose: () => void };

/** Confirms a card at the sandbox, with the bank's question in between where the bank has one. */
export function useSandboxConfirmation(settings: SandboxSettings) {
  const [challenge, setChallenge] = useState<Challenge | null>(null);

  const confirm = async (kind: IntentKind, clientSecret: string, card: CardDetails | string): Promise<CardResult> => {
    const provider = new SandboxProvider(settings);
    const step = await provider.confirm(kind, clientSecret, card);
    if (step.status !== "challenged") return step;

    const result = await new Promise<CardResult>((resolve) => {
      // The page may be loaded several times: every time somebody has answered, the intent says whether that is all.
      const look = async () => {
        const now = await provider.look(kind, clientSecret);
        if (now.status !== "challenged") resolve(now);
      };
      setChallenge({ url: step.url, onLoad: () => void look(), onClose: () => resolve({ status: "canceled" }) });
    });
    setChallenge(null);
    return result;
  };

  return { confirm, challenge };
}
