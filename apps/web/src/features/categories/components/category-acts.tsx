import type { ManagedCategoryView } from "@nexby/contract/categories";
import { ArrowDown, ArrowUp, Pencil } from "lucide-react";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";
import { ConfirmButton } from "../../../components/ui/confirm-button.tsx";
import { removeCategory } from "../api/managed-categories.ts";
import { CategoryDialogButton } from "./category-dialog-button.tsx";

type Props = {
  category: ManagedCategoryView;
  /** Its place in the order, and how many there are. */
  place: number;
  count: number;
  onMove: (to: number) => void;
  onDone: (words: string) => Promise<void>;
  onGone: () => void;
};

/** What can be done with a category. One that listings are in cannot be deleted. */
export function CategoryActs({ category, place, count, onMove, onDone, onGone }: Props) {
  const { id, name, itemCount } = category;
  const moves = [
    { to: place - 1, label: `Move ${name} up`, isPossible: place > 1, Icon: ArrowUp },
    { to: place + 1, label: `Move ${name} down`, isPossible: place < count, Icon: ArrowDown },
  ];

  return (
    <div className="flex items-center gap-1">
      {moves.map(({ to, label, isPossible, Icon }) => (
        // Stays where it is when nothing is left to do, so that the focus does too.
        <button
          key={label}
          type="button"
          aria-label={label}
          aria-disabled={!isPossible}
          className={BUTTON_STYLE.sign}
          onClick={() => isPossible && onMove(to)}
        >
          <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
        </button>
      ))}
      <CategoryDialogButton category={category} look="sign" name={`Edit ${name}`} onDone={onDone}>
        <Pencil size={20} strokeWidth={1.75} aria-hidden="true" />
      </CategoryDialogButton>
      {itemCount === 0 && (
        <ConfirmButton
          label="Delete"
          name={`Delete ${name}`}
          title={`Delete ${name}?`}
          text="No listing is in it. This cannot be taken back."
          confirmLabel="Delete category"
          onConfirm={async (key) => {
            await removeCategory(id)(key);
            await onDone(`${name} is deleted`);
          }}
          onOpenerGone={onGone}
        />
      )}
    </div>
  );
}
