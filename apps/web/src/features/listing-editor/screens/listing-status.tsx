import type { OwnItemView } from "@nexby/contract/listings/items";
import { useQueryClient } from "@tanstack/react-query";
import { Button } from "../../../components/ui/button.tsx";
import { ConfirmButton } from "../../../components/ui/dialog.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { Section } from "../../../components/ui/section.tsx";
import { useMutationAction } from "../../../lib/form-errors.ts";
import { toasts } from "../../../lib/toasts.ts";
import { clearListings, deleteItem, getOwnItem, updateItem } from "../api.ts";

type Props = { item: OwnItemView; onDeleted: () => void };

/** Pauses, resumes or deletes a listing. */
export function ListingStatus({ item, onDeleted }: Props) {
  const client = useQueryClient();
  const pause = useMutationAction(async (key, isAvailable: boolean) => {
    const saved = await updateItem(item.id)(key, { isAvailable });
    client.setQueryData(getOwnItem(item.id).queryKey, saved);
    clearListings(client);
    toasts.show({ title: isAvailable ? "Your listing is live again" : "Your listing is paused" });
  });
  const remove = async (key: string) => {
    await deleteItem(item.id)(key);
    onDeleted();
    client.removeQueries({ queryKey: getOwnItem(item.id).queryKey });
    clearListings(client);
    toasts.show({ title: "Your listing was deleted" });
  };

  return (
    <div className="mt-10 grid gap-8 border-line border-t pt-8">
      <Section
        title={item.isAvailable ? "Pause" : "Resume"}
        text={
          item.isAvailable
            ? "Nobody can request it until you resume. Existing bookings don’t change."
            : "It’s paused. Nobody can request it until you resume."
        }
      >
        {pause.problem && (
          <Notice look="problem" role="alert" className="mb-4">
            {pause.problem}
          </Notice>
        )}
        <Button look="outline" isBusy={pause.isBusy} onClick={() => void pause.run(!item.isAvailable)}>
          {item.isAvailable ? "Pause listing" : "Resume listing"}
        </Button>
      </Section>
      <Section title="Delete" text="Permanently removes the listing. You can’t delete it while it has open bookings.">
        <ConfirmButton
          label="Delete listing"
          title={`Delete ${item.title}?`}
          text="Neighbors won’t be able to find it anymore. You can’t undo this."
          confirmLabel="Delete"
          onConfirm={remove}
        />
      </Section>
    </div>
  );
}
