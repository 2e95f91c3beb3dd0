import { useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { Dialog } from "../../../components/ui/dialog.tsx";
import type { Search } from "../../../lib/search-address.ts";
import { toasts } from "../../../lib/toasts.ts";
import { keepSearch } from "../api/saved-searches.ts";
import { keptOf } from "../saved-search.ts";
import { nameOf } from "../search-words.ts";
import { SavedSearchForm } from "./saved-search-form.tsx";

type Props = { search: Search; categoryName: string | null; isOpen: boolean; onClose: () => void };

export function SaveSearchDialog({ search, categoryName, isOpen, onClose }: Props) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Save this search"
      text="Find it under Saved, and hear of new items that fit."
    >
      <SavedSearchForm
        naming={{ name: nameOf(search, categoryName), hasAlerts: true }}
        submitLabel="Save search"
        onSubmit={async (key, naming) => {
          await keepSearch(client, key, { ...keptOf(search), ...naming });
          onClose();
          toasts.show({
            title: "Search saved",
            description: naming.name,
            action: { label: "View", act: () => navigate("/saved?tab=searches") },
          });
        }}
      />
    </Dialog>
  );
}
