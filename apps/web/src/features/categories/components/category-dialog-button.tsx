import type { ManagedCategoryView } from "@nexby/contract/categories";
import { type ReactNode, useState } from "react";
import { Button } from "../../../components/ui/button.tsx";
import { Dialog } from "../../../components/ui/dialog.tsx";
import { CategoryForm } from "./category-form.tsx";

type Props = {
  category: ManagedCategoryView | null;
  look: "primary" | "sign";
  /** What screen readers say, where the button shows only a sign. */
  name?: string;
  onDone: (words: string) => Promise<void>;
  children: ReactNode;
};

export function CategoryDialogButton({ category, look, name, onDone, children }: Props) {
  const [isOpen, setIsOpen] = useState(false);

  return (
    <>
      <Button look={look} aria-label={name} onClick={() => setIsOpen(true)}>
        {children}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={category ? `Edit ${category.name}` : "Add a category"}
        text={
          category
            ? "New rates count for bookings from now on."
            : "It comes last in the order, and owners can choose it at once."
        }
      >
        <CategoryForm
          category={category}
          onDone={async (words) => {
            await onDone(words);
            setIsOpen(false);
          }}
        />
      </Dialog>
    </>
  );
}
