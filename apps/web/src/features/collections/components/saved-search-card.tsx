import type { SavedSearchView } from "@nexby/contract/saved-searches";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { Button } from "../../../components/ui/button.tsx";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";
import { ConfirmButton } from "../../../components/ui/confirm-button.tsx";
import { LazyPart } from "../../../components/ui/lazy-part.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { Switch } from "../../../components/ui/switch.tsx";
import { browsePath } from "../../../lib/search-address.ts";
import { toasts } from "../../../lib/toasts.ts";
import { useAction } from "../../../lib/use-action.ts";
import { changeSearch, removeSearch } from "../api/saved-searches.ts";
import { searchOf } from "../saved-search.ts";
import { detailsOf } from "../search-words.ts";

type Props = { saved: SavedSearchView; onGone: () => void };

export function SavedSearchCard({ saved, onGone }: Props) {
  const client = useQueryClient();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const search = searchOf(saved);
  const details = detailsOf(search, saved.category?.name ?? null);
  const alerts = useAction((key, hasAlerts: boolean) => changeSearch(client, key, saved.id, { hasAlerts }));

  /** Shown at once; goes back should it not be kept. */
  const switchAlerts = async (isOn: boolean) => {
    setWanted(isOn);
    await alerts.run(isOn);
    setWanted(null);
  };
  const remove = async (key: string) => {
    await removeSearch(client, key, saved.id);
    toasts.show({ title: "Saved search deleted", description: saved.name });
  };

  return (
    <article aria-labelledby={saved.id} className="rounded-card border border-line bg-surface p-5">
      <h2 id={saved.id} className="break-words font-semibold text-lg">
        {saved.name}
      </h2>
      <p className="mt-1 text-pretty text-muted">{details.length > 0 ? details.join(" · ") : "Everything"}</p>
      {alerts.problem && (
        <Notice look="problem" role="alert" className="mt-3">
          {alerts.problem}
        </Notice>
      )}
      <div className="mt-2 max-w-md">
        <Switch
          label="Alerts"
          hint="New items that fit, once a day at 8 in the morning"
          isOn={wanted ?? saved.hasAlerts}
          onChange={(isOn) => void switchAlerts(isOn)}
        />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would speak of a form */}
      <div role="group" aria-label={saved.name} className="mt-3 flex flex-wrap gap-3">
        <Link href={browsePath(search)} aria-label={`Show results of ${saved.name}`} className={BUTTON_STYLE.outline}>
          Show results
        </Link>
        <RenameButton saved={saved} />
        <ConfirmButton
          label="Delete"
          name={`Delete ${saved.name}`}
          title={`Delete ${saved.name}?`}
          text="Its alerts end too. This cannot be undone."
          confirmLabel="Delete search"
          onConfirm={remove}
          onOpenerGone={onGone}
        />
      </div>
    </article>
  );
}

/** Its form comes with the first press. */
const loadDialog = () => import("./rename-search-dialog.tsx").then((module) => module.RenameSearchDialog);

function RenameButton({ saved }: { saved: SavedSearchView }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const open = () => {
    setIsAsked(true);
    setIsOpen(true);
  };
  return (
    <>
      <Button look="outline" aria-label={`Rename ${saved.name}`} onClick={open}>
        Rename
      </Button>
      {isAsked && <LazyPart load={loadDialog} props={{ saved, isOpen, onClose: () => setIsOpen(false) }} />}
    </>
  );
}
