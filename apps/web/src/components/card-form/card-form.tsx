import type { getPaymentsConfig } from "@nexby/contract/payments";
import { useQuery } from "@tanstack/react-query";
import type { RefObject } from "react";
import { read } from "../../lib/read.ts";
import { ErrorCard } from "../ui/error-card.tsx";
import { LazyPart } from "../ui/lazy-part.tsx";
import { SkeletonArea, SkeletonBar } from "../ui/skeleton.tsx";
import type { CardEntry } from "./card-result.ts";
import { SandboxCardEntry } from "./sandbox-card-entry.tsx";

const stripeEntry = () => import("./stripe-card-entry.tsx").then((module) => module.StripeCardEntry);

/** Where a card is typed in. Its number goes to the provider alone, whichever that is here. */
export function CardForm({ entry }: { entry: RefObject<CardEntry | null> }) {
  const { data: config, isError, refetch } = useQuery(read<typeof getPaymentsConfig>("/api/payments/config"));

  if (isError) return <ErrorCard onRetry={() => void refetch()} />;
  if (!config) return <CardSkeleton />;
  const { kind, publishableKey, sandboxUrl } = config;
  if (kind === "sandbox" && sandboxUrl !== null) {
    return <SandboxCardEntry settings={{ publishableKey, sandboxUrl }} entry={entry} />;
  }
  return <LazyPart load={stripeEntry} props={{ publishableKey, entry }} fallback={<CardSkeleton />} />;
}

function CardSkeleton() {
  return (
    <SkeletonArea label="Loading the card form">
      <div className="grid gap-4">
        <SkeletonBar shape="control" className="h-11" />
        <SkeletonBar shape="control" className="h-11" />
      </div>
    </SkeletonArea>
  );
}
