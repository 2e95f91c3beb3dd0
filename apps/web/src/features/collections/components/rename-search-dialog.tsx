import type { SavedSearchView } from "@nexby/contract/saved-searches";
import { useQueryClient } from "@tanstack/react-query";
import { Dialog } from "../../../components/ui/dialog.tsx";
import { changeSearch } from "../api/saved-searches.ts";
import { SavedSearchForm } from "./saved-search-form.tsx";

type Props = { saved: SavedSearchView; isOpen: boolean; onClose: () => void };

export function RenameSearchDialog({ saved, isOpen, onClose }: Props) {
  const client = useQueryClient();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Rename search" text="What it looks for stays the same.">
      <SavedSearchForm
        naming={{ name: saved.name, hasAlerts: saved.hasAlerts }}
        submitLabel="Save"
        onSubmit={async (key, naming) => {
          await changeSearch(client, key, saved.id, naming);
          onClose();
        }}
      />
    </Dialog>
  );
}
