import type { OwnItemSummaryView } from "@nexby/contract/items";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "wouter";
import { Button } from "../../../components/ui/button.tsx";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";
import { ConfirmButton } from "../../../components/ui/confirm-button.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { toasts } from "../../../lib/toasts.ts";
import { useAction } from "../../../lib/use-action.ts";
import { changeItem, copyItem, refreshListings, removeItem, showAvailability } from "../api/own-items.ts";

type Props = { item: OwnItemSummaryView; onGone: () => void };

export function OwnListingActions({ item, onGone }: Props) {
  const client = useQueryClient();
  const { id, title, isAvailable } = item;
  const turn = useAction(async (key) => {
    const takeBack = await showAvailability(client, id, !isAvailable);
    try {
      await changeItem(key, id, { isAvailable: !isAvailable });
    } catch (error) {
      takeBack();
      throw error;
    }
    void refreshListings(client);
  });
  const copy = useAction(async (key) => {
    await copyItem(key, id);
    await refreshListings(client);
    toasts.show({ title: "Listing copied", description: "The copy is paused. Look it over, then resume it." });
  });
  const remove = async (key: string) => {
    await removeItem(key, id);
    await refreshListings(client);
    toasts.show({ title: "Listing deleted", description: title });
  };
  const problem = turn.problem ?? copy.problem;

  return (
    <>
      {problem && (
        <Notice look="problem" role="alert" className="mt-4">
          {problem}
        </Notice>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would speak of a form */}
      <div role="group" aria-label={title} className="mt-4 grid grid-cols-2 gap-2 sm:flex sm:flex-wrap sm:gap-3">
        <Link href={`/listings/${id}/edit`} aria-label={`Edit ${title}`} className={BUTTON_STYLE.outline}>
          Edit
        </Link>
        <Link href={`/listings/${id}`} aria-label={`View ${title}`} className={BUTTON_STYLE.outline}>
          View
        </Link>
        <Button
          look="outline"
          aria-label={`${isAvailable ? "Pause" : "Resume"} ${title}`}
          isBusy={turn.isBusy}
          onClick={() => void turn.run()}
        >
          {isAvailable ? "Pause" : "Resume"}
        </Button>
        <Button
          look="outline"
          aria-label={`Duplicate ${title}`}
          isBusy={copy.isBusy}
          busyText="Copying..."
          onClick={() => void copy.run()}
        >
          Duplicate
        </Button>
        <ConfirmButton
          label="Delete"
          title={`Delete ${title}?`}
          text="Your neighbors can no longer find it. This cannot be undone."
          confirmLabel="Delete listing"
          onConfirm={remove}
          onOpenerGone={onGone}
        />
      </div>
    </>
  );
}
