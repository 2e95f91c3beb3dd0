import type { SavedCardView } from "@nexby/contract/money/payments";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CreditCard } from "lucide-react";
import { useRef, useState } from "react";
import { brandName, listSavedCards } from "../../../components/card-form/card-choice.tsx";
import { SavedStatus } from "../../../components/forms/form.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { ConfirmButton } from "../../../components/ui/dialog.tsx";
import { LazyPart, SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { removeSavedCard } from "../api.ts";

const addCard = () => import("../components/add-card.tsx").then((module) => module.AddCard);

export function SavedCards({ isApproved }: { isApproved: boolean }) {
  const { data: cards, isError, refetch } = useQuery({ ...listSavedCards(), refetchOnMount: "always" });
  const [isAdding, setIsAdding] = useState(false);
  const [saved, setSaved] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);

  if (isError && !cards) return <ErrorCard onRetry={() => void refetch()} />;
  if (!cards) {
    return (
      <SkeletonArea label="Loading cards">
        <SkeletonBar shape="control" className="h-12" />
      </SkeletonArea>
    );
  }
  const end = (message: string | null) => {
    setIsAdding(false);
    setSaved(message);
    list.current?.focus();
  };
  return (
    <div className="grid grid-cols-1 gap-5">
      <div ref={list} tabIndex={-1} className="outline-none">
        {cards.length === 0 ? (
          <p className="text-muted">No cards yet. You can also add one when you book.</p>
        ) : (
          <ul aria-label="Cards" className="grid grid-cols-1 gap-4">
            {cards.map((card) => (
              <Card key={card.id} card={card} onGone={() => end("Card removed")} />
            ))}
          </ul>
        )}
      </div>
      <SavedStatus text={saved} />
      {isAdding && (
        <LazyPart load={addCard} props={{ onEnd: end }} fallback={<SkeletonBar shape="card" className="h-64" />} />
      )}
      {!isAdding && isApproved && (
        <Button
          look="outline"
          className="w-full sm:w-max"
          onClick={() => {
            setSaved(null);
            setIsAdding(true);
          }}
        >
          Add a card
        </Button>
      )}
      {!isApproved && <p className="text-muted">You can add one once your account is approved.</p>}
    </div>
  );
}

function Card({ card, onGone }: { card: SavedCardView; onGone: () => void }) {
  const client = useQueryClient();
  const name = `${brandName(card.brand)} ending in ${card.last4}`;
  const expiry = `${String(card.expiresMonth).padStart(2, "0")}/${card.expiresYear}`;

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <CreditCard size={24} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{name}</p>
        <p className="text-muted text-sm tabular-nums">Expires {expiry}</p>
      </div>
      <ConfirmButton
        label="Remove"
        name={`Remove ${name}`}
        title={`Remove ${name}?`}
        text="You can add it again at any time."
        confirmLabel="Remove"
        onConfirm={async (key) => {
          await removeSavedCard(card.id)(key);
          await client.invalidateQueries({ queryKey: listSavedCards().queryKey });
        }}
        onOpenerGone={onGone}
      />
    </li>
  );
}
