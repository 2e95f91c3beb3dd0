import { type RefCallback, useId, useImperativeHandle, useState } from "react";
import { Modal } from "../ui/modal.tsx";
import type { CardDetails } from "./card-details.ts";
import type { CardEntry, CardResult, IntentKind } from "./card-result.ts";
import { SandboxProvider, type SandboxSettings } from "./sandbox-provider.ts";

type SandboxSavedCardProps = { settings: SandboxSettings; cardId: string; entry: RefCallback<CardEntry> };

/** Nothing to fill in, but the bank may still ask for confirmation. */
export function SandboxSavedCard({ settings, cardId, entry }: SandboxSavedCardProps) {
  const { confirm, challenge } = useSandboxConfirmation(settings);
  useImperativeHandle(entry, () => ({
    check: () => [],
    focus: () => undefined,
    confirm: (kind, clientSecret) => confirm(kind, clientSecret, cardId),
  }));
  return challenge && <ChallengeDialog {...challenge} />;
}

type ChallengeDialogProps = {
  url: string;
  /** Called on the first load and after each response to the challenge. */
  onLoad: () => void;
  onClose: () => void;
};

/** Shows the bank's page inside ours, so that the form around it keeps its input. */
export function ChallengeDialog({ url, onLoad, onClose }: ChallengeDialogProps) {
  const frame = useId();
  return (
    <Modal
      title="Confirm with your bank"
      onClose={onClose}
      className="m-auto h-[min(34rem,100dvh)] w-full max-w-lg rounded-sheet"
    >
      <iframe id={frame} src={url} title="Your bank" onLoad={onLoad} className="min-h-0 w-full flex-1 border-0" />
    </Modal>
  );
}

type Challenge = { url: string; onLoad: () => void; onClose: () => void };

/** Confirms a card at the sandbox, including the bank's challenge if there is one. */
export function useSandboxConfirmation(settings: SandboxSettings) {
  const [challenge, setChallenge] = useState<Challenge | null>(null);

  const confirm = async (kind: IntentKind, clientSecret: string, card: CardDetails | string): Promise<CardResult> => {
    const provider = new SandboxProvider(settings);
    const step = await provider.confirm(kind, clientSecret, card);
    if (step.status !== "challenged") return step;

    const result = await new Promise<CardResult>((resolve) => {
      // The page loads again after each response; the intent tells whether the challenge is complete.
      const readStatus = async () => {
        const now = await provider.readStatus(kind, clientSecret);
        if (now.status !== "challenged") resolve(now);
      };
      setChallenge({ url: step.url, onLoad: () => void readStatus(), onClose: () => resolve({ status: "canceled" }) });
    });
    setChallenge(null);
    return result;
  };

  return { confirm, challenge };
}
