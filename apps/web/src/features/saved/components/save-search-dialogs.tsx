import { type SavedSearchView, savedSearchNaming } from "@nexby/contract/discovery/saved-searches";
import { useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { CheckboxField } from "../../../components/forms/choice-fields.tsx";
import { Form, SubmitButton } from "../../../components/forms/form.tsx";
import { TextField } from "../../../components/forms/text-fields.tsx";
import { Dialog, DialogButtons } from "../../../components/ui/dialog.tsx";
import { useIntent } from "../../../lib/browser/intents.ts";
import type { Search } from "../../../lib/search-url.ts";
import { toasts } from "../../../lib/toasts.ts";
import { changeSearch, keepSearch } from "../api.ts";
import { nameOf, savedSearchOf } from "../copy.ts";

type SaveSearchDialogProps = { search: Search; categoryName: string | null; isOpen: boolean; onClose: () => void };

export function SaveSearchDialog({ search, categoryName, isOpen, onClose }: SaveSearchDialogProps) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Save this search"
      text="Find it under Saved and get alerts for new items."
    >
      <SavedSearchForm
        naming={{ name: nameOf(search, categoryName), hasAlerts: true }}
        submitLabel="Save search"
        onSubmit={async (key, naming) => {
          await keepSearch(client, key, { ...savedSearchOf(search), ...naming });
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

type RenameSearchDialogProps = { saved: SavedSearchView; isOpen: boolean; onClose: () => void };

export function RenameSearchDialog({ saved, isOpen, onClose }: RenameSearchDialogProps) {
  const client = useQueryClient();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Rename search" text="This doesn’t change the search.">
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

type Naming = { name: string; hasAlerts: boolean };
type SavedSearchFormProps = {
  naming: Naming;
  submitLabel: string;
  onSubmit: (key: string, naming: Naming) => Promise<void>;
};

function SavedSearchForm({ naming, submitLabel, onSubmit }: SavedSearchFormProps) {
  const submit = useIntent(onSubmit);
  return (
    <Form
      schema={savedSearchNaming}
      defaultValues={naming}
      className="mt-5 grid grid-cols-1 gap-5"
      onSubmit={(fields) => submit(fields)}
    >
      <TextField name="name" label="Name" autoComplete="off" />
      <CheckboxField name="hasAlerts" label="Alert me about new items once a day" />
      <DialogButtons>
        <SubmitButton busyText="Saving...">{submitLabel}</SubmitButton>
      </DialogButtons>
    </Form>
  );
}
