import type { getPaymentsConfig } from "@nexby/contract/payments";
import { useQuery } from "@tanstack/react-query";
import type { RefCallback } from "react";
import { read } from "../../lib/read.ts";
import { ErrorCard } from "../ui/error-card.tsx";
import { LazyPart } from "../ui/lazy-part.tsx";
import type { CardEntry } from "./card-result.ts";
import { CardSkeleton } from "./card-skeleton.tsx";
import { SandboxCardEntry } from "./sandbox-card-entry.tsx";
import { SandboxSavedCard } from "./sandbox-saved-card.tsx";

const stripeEntry = () => import("./stripe-card-entry.tsx").then((module) => module.StripeCardEntry);
const stripeSaved = () => import("./stripe-saved-card.tsx").then((module) => module.StripeSavedCard);

type Props = {
  entry: RefCallback<CardEntry>;
  /** Of a saved card that is to be used: then there is nothing to type in. */
  savedId?: string | null;
};

/** Where a card is typed in. Its number goes to the provider alone, whichever that is here. */
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
