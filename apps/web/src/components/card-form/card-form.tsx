import type { getPaymentsConfig } from "@nexby/contract/money/payments";
import { useQuery } from "@tanstack/react-query";
import type { RefCallback } from "react";
import { read } from "../../lib/api/queries.ts";
import { LazyPart } from "../ui/loading.tsx";
import { ErrorCard } from "../ui/message-card.tsx";
import type { CardEntry } from "./card-result.ts";
import { SandboxCardEntry } from "./sandbox-card-entry.tsx";
import { SandboxSavedCard } from "./sandbox-saved-card.tsx";
import { CardSkeleton } from "./use-card-form.tsx";

const stripeEntry = () => import("./stripe-card-entry.tsx").then((module) => module.StripeCardEntry);
const stripeSaved = () => import("./stripe-card-entry.tsx").then((module) => module.StripeSavedCard);

type Props = {
  entry: RefCallback<CardEntry>;
  /** Saved card to use; there is nothing to type in then. */
  savedId?: string | null;
};

/** Card entry. The number goes only to the payment provider. */
export function CardForm({ entry, savedId = null }: Props) {
  const { data: config, isError, refetch } = useQuery(read<typeof getPaymentsConfig>("/api/payments/config"));

  if (isError) return <ErrorCard onRetry={() => void refetch()} />;
  if (!config) return <CardSkeleton />;
  const { kind, publishableKey, sandboxUrl } = config;
  if (kind === "sandbox" && sandboxUrl !== null) {
    const settings = { publishableKey, sandboxUrl };
    if (savedId !== null) return <SandboxSavedCard settings={settings} cardId={savedId} entry={entry} />;
    return <SandboxCardEntry settings={settings} entry={entry} />;
  }
  if (savedId !== null) {
    return <LazyPart load={stripeSaved} props={{ publishableKey, cardId: savedId, entry }} fallback={null} />;
  }
  return <LazyPart load={stripeEntry} props={{ publishableKey, entry }} fallback={<CardSkeleton />} />;
}
