import type { SavedSearchView } from "@nexby/contract/discovery/saved-searches";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link } from "wouter";
import magnifyingGlass from "../../../../../../assets/web/magnifying-glass.webp";
import { BUTTON_STYLE, Button } from "../../../components/ui/button.tsx";
import { Switch } from "../../../components/ui/choices.tsx";
import { ConfirmButton } from "../../../components/ui/dialog.tsx";
import { LazyPart, SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { EmptyState, Notice } from "../../../components/ui/notice.tsx";
import { useMutationAction } from "../../../lib/form-errors.ts";
import { browsePath } from "../../../lib/search-url.ts";
import { toasts } from "../../../lib/toasts.ts";
import { changeSearch, listSavedSearches, removeSearch } from "../api.ts";
import { detailsOf, searchOf } from "../copy.ts";

export function SavedSearchList() {
  const list = useRef<HTMLDivElement>(null);
  const { data: searches, isError, refetch } = useQuery(listSavedSearches());
  const focusPanel = () => list.current?.closest<HTMLElement>("[role=tabpanel]")?.focus({ preventScroll: true });

  if (!searches) return isError ? <ErrorCard onRetry={() => void refetch()} /> : <SavedSearchesSkeleton />;
  return (
    <div ref={list}>
      {searches.length === 0 ? (
        <EmptyState
          picture={magnifyingGlass}
          title="No saved searches yet"
          text="Save a search to get an alert about new items once a day."
        >
          <Link href="/browse" className={BUTTON_STYLE.primary}>
            Search items
          </Link>
        </EmptyState>
      ) : (
        <ul aria-label="Saved searches" className="grid gap-4">
          {searches.map((saved) => (
            <li key={saved.id} className="min-w-0">
              <SavedSearchCard saved={saved} onGone={focusPanel} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function SavedSearchesSkeleton() {
  return (
    <SkeletonArea label="Loading saved searches">
      <div className="grid gap-4">
        {["a", "b", "c"].map((row) => (
          <SkeletonBar key={row} shape="card" className="h-52 sm:h-44" />
        ))}
      </div>
    </SkeletonArea>
  );
}

type Props = { saved: SavedSearchView; onGone: () => void };

function SavedSearchCard({ saved, onGone }: Props) {
  const client = useQueryClient();
  const [pendingAlerts, setPendingAlerts] = useState<boolean | null>(null);
  const search = searchOf(saved);
  const details = detailsOf(search, saved.category?.name ?? null);
  const alerts = useMutationAction((key, hasAlerts: boolean) => changeSearch(client, key, saved.id, { hasAlerts }));

  /** Optimistic; reverts if saving fails. */
  const switchAlerts = async (isOn: boolean) => {
    setPendingAlerts(isOn);
    await alerts.run(isOn);
    setPendingAlerts(null);
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
          hint="New items, once a day at 8:00 AM"
          isOn={pendingAlerts ?? saved.hasAlerts}
          onChange={(isOn) => void switchAlerts(isOn)}
        />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would imply a form */}
      <div role="group" aria-label={saved.name} className="mt-3 flex flex-wrap gap-3">
        <Link href={browsePath(search)} aria-label={`Show results of ${saved.name}`} className={BUTTON_STYLE.outline}>
          Show results
        </Link>
        <RenameButton saved={saved} />
        <ConfirmButton
          label="Delete"
          name={`Delete ${saved.name}`}
          title={`Delete ${saved.name}?`}
          text="This also stops its alerts. You can’t undo this."
          confirmLabel="Delete search"
          onConfirm={remove}
          onOpenerGone={onGone}
        />
      </div>
    </article>
  );
}

/** Loaded on the first click. */
const loadDialog = () => import("../components/save-search-dialogs.tsx").then((module) => module.RenameSearchDialog);

function RenameButton({ saved }: { saved: SavedSearchView }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isRequested, setIsRequested] = useState(false);
  const open = () => {
    setIsRequested(true);
    setIsOpen(true);
  };
  return (
    <>
      <Button look="outline" aria-label={`Rename ${saved.name}`} onClick={open}>
        Rename
      </Button>
      {isRequested && <LazyPart load={loadDialog} props={{ saved, isOpen, onClose: () => setIsOpen(false) }} />}
    </>
  );
}
