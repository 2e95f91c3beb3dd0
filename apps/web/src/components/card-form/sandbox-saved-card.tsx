import { type RefCallback, useImperativeHandle } from "react";
import type { CardEntry } from "./card-result.ts";
import { ChallengeDialog } from "./challenge-dialog.tsx";
import type { SandboxSettings } from "./sandbox-provider.ts";
import { useSandboxConfirmation } from "./use-sandbox-confirmation.ts";

type Props = { settings: SandboxSettings; cardId: string; entry: RefCallback<CardEntry> };

/** Nothing to fill in; the bank may still ask. */
export function SandboxSavedCard({ settings, cardId, entry }: Props) {
  const { confirm, challenge } = useSandboxConfirmation(settings);
  useImperativeHandle(entry, () => ({
    check: () => true,
    confirm: (kind, clientSecret) => confirm(kind, clientSecret, cardId),
  }));
  return challenge && <ChallengeDialog {...challenge} />;
}
