import type { CurrentUserView } from "@nexby/contract/accounts";
import type { CategoryView } from "@nexby/contract/categories";
import type { ItemDetailView, OwnItemView } from "@nexby/contract/items";
import type { DraftView } from "@nexby/contract/listing-drafts";
import type { ListingInput } from "@nexby/contract/listing-fields";
import type { CancellationPolicy } from "@nexby/domain/listings/item-terms";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { ErrorCard } from "../../../components/ui/error-card.tsx";
import { localMemory } from "../../../lib/safe-storage.ts";
import { categories as categoriesQuery, drafts as draftsQuery, listingDefaults } from "../api/listings.ts";
import { draftKey, startOf } from "../draft-start.ts";
import { EMPTY_LISTING, valuesOf } from "../listing-values.ts";
import { useDraft } from "../use-draft.ts";
import type { ActionTexts } from "./action-bar.tsx";
import { DraftNotice } from "./draft-notice.tsx";
import { EditorSkeleton } from "./editor-skeleton.tsx";
import { ListingPreview } from "./listing-preview.tsx";
import { ListingWizard } from "./listing-wizard.tsx";

type Props = {
  user: CurrentUserView;
  /** The listing that is changed; none is a new one. */
  item?: OwnItemView;
  texts: ActionTexts;
  obstacle: string | null;
  /** What it throws is shown. */
  save: (body: ListingInput) => Promise<OwnItemView>;
  onSaved: (saved: OwnItemView) => void;
  /** The listing as others would see it. */
  renderPreview: (item: ItemDetailView) => ReactNode;
};

/** Fills in a listing, new or not, and keeps what is not finished. */
export function ListingEditor(props: Props) {
  const categories = useQuery(categoriesQuery());
  const drafts = useQuery(draftsQuery());
  const defaults = useQuery(listingDefaults());
  const [round, setRound] = useState(0);

  if (categories.data && drafts.data && defaults.data) {
    return (
      <Editor
        key={round}
        {...props}
        categories={categories.data}
        drafts={drafts.data}
        policy={defaults.data.defaultCancellationPolicy}
        onStartOver={() => setRound(round + 1)}
      />
    );
  }
  if (categories.isError || drafts.isError || defaults.isError) {
    const retry = () =>
      void Promise.all([categories, drafts, defaults].filter(({ data }) => !data).map(({ refetch }) => refetch()));
    return <ErrorCard onRetry={retry} />;
  }
  return <EditorSkeleton />;
}

type EditorProps = Props & {
  categories: readonly CategoryView[];
  drafts: readonly DraftView[];
  /** Of a new listing, until its owner chooses another. */
  policy: CancellationPolicy;
  onStartOver: () => void;
};

function Editor({
  user,
  item,
  texts,
  obstacle,
  save,
  onSaved,
  renderPreview,
  categories,
  drafts,
  policy,
  onStartOver,
}: EditorProps) {
  const itemId = item?.id ?? null;
  const draft = useDraft(user.id, itemId);
  const [start] = useState(() =>
    startOf({
      base: item ? valuesOf(item) : { ...EMPTY_LISTING, cancellationPolicy: policy },
      drafts,
      itemId,
      memory: localMemory,
      key: draftKey(user.id, itemId),
    }),
  );

  // What only this device has is sent now that there is a page again.
  const [keepStart] = useState(() => () => start.isUnsent && draft.keep(start.values));
  useEffect(() => void keepStart(), [keepStart]);

  return (
    <>
      {start.isRestored && (
        <DraftNotice
          isStored={item !== undefined}
          onStartOver={async () => {
            await draft.discard();
            onStartOver();
          }}
        />
      )}
      <ListingWizard
        categories={categories}
        start={start}
        status={draft.status}
        onChange={draft.keep}
        texts={texts}
        isStored={item !== undefined}
        obstacle={obstacle}
        onSubmit={async (body) => onSaved(await draft.become(() => save(body)))}
        preview={(values) => (
          <ListingPreview values={values} user={user} item={item} categories={categories} render={renderPreview} />
        )}
      />
    </>
  );
}
