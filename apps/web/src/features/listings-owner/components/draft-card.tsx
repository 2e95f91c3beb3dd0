import type { DraftView } from "@nexby/contract/listing-drafts";
import { useQueryClient } from "@tanstack/react-query";
import { PencilLine } from "lucide-react";
import { Link } from "wouter";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";
import { ConfirmButton } from "../../../components/ui/confirm-button.tsx";
import { timeAgo } from "../../../lib/relative-time.ts";
import { realNow } from "../../../lib/server-time.ts";
import { drafts, dropDraft } from "../api/own-items.ts";

/** A listing somebody began to write and has not finished. */
export function DraftCard({ draft }: { draft: DraftView }) {
  const client = useQueryClient();
  const { itemId, content, updatedAt } = draft;
  const title = typeof content.title === "string" && content.title.trim() ? content.title : "Untitled listing";
  const discard = async (key: string) => {
    await dropDraft(key, { itemId });
    await client.invalidateQueries({ queryKey: drafts().queryKey });
  };

  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-4 rounded-card border border-line-strong border-dashed bg-surface p-4 sm:px-5">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-primary-soft text-on-primary-soft">
        <PencilLine size={20} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <h2 className="font-semibold">{itemId === null ? "Continue your listing" : "Continue your changes"}</h2>
        <p className="break-words text-muted text-sm">
          {title} · saved {timeAgo(updatedAt, realNow())}
        </p>
      </div>
      <div className="flex w-full gap-3 *:flex-1 sm:w-auto sm:*:flex-none">
        <ConfirmButton
          label="Discard"
          title={itemId === null ? "Discard this draft?" : "Discard these changes?"}
          text="What you have written so far is lost."
          confirmLabel="Discard"
          onConfirm={discard}
        />
        <Link href={itemId === null ? "/create-listing" : `/listings/${itemId}/edit`} className={BUTTON_STYLE.primary}>
          Continue
        </Link>
      </div>
    </li>
  );
}
