import type { CurrentUserView } from "@nexby/contract/accounts/accounts";
import type { CategoryView } from "@nexby/contract/listings/categories";
import type { DraftView } from "@nexby/contract/listings/drafts";
import type { ItemDetailView, OwnItemView } from "@nexby/contract/listings/items";
import type { ListingInput } from "@nexby/contract/listings/listing-fields";
import { cents, centsFromDecimal, decimalFromCents } from "@nexby/domain/kernel/money";
import { CANCELLATION_POLICIES, type CancellationPolicy, ITEM_CONDITIONS } from "@nexby/domain/listings/item-terms";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { ConfirmButton } from "../../../components/ui/dialog.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { localMemory } from "../../../lib/browser/storage.ts";
import { getNearestPlace } from "../../../lib/places.ts";
import { listCategories as categoriesQuery, listDrafts as draftsQuery, getListingDefaults } from "../api.ts";
import type { ActionTexts } from "../components/action-bar.tsx";
import { ListingWizard } from "../components/listing-wizard.tsx";
import { draftKey, startOf, useDraft } from "../draft.ts";
import { EMPTY_LISTING, type ListingValues, type PieceValues, valuesOf } from "../listing-values.ts";

type Props = {
  values: ListingValues;
  user: CurrentUserView;
  item: OwnItemView | undefined;
  categories: readonly CategoryView[];
  render: (item: ItemDetailView) => ReactNode;
};

/** The listing as the public sees it, with only the town as location. */
function ListingPreview({ values, user, item, categories, render }: Props) {
  const { latitude, longitude } = values;
  const hasPosition = latitude !== null && longitude !== null;
  const { data: place } = useQuery({
    ...getNearestPlace({ latitude: latitude ?? 0, longitude: longitude ?? 0 }, values.location),
    enabled: hasPosition,
    throwOnError: false,
  });
  const town = place ? `${place.city}, ${place.state}` : (townIn(values.location) ?? "Your town");
  return render(previewItem({ values, user, item, categories, town }));
}

/** "Maplewood, NJ" of "12 Oak St, Maplewood, NJ 07040", until the place of the pin is known. */
const townIn = (address: string): string | undefined => /[^,\d]{1,60}, [A-Z]{2}\b/.exec(address)?.[0].trim();

type Parts = {
  values: ListingValues;
  user: CurrentUserView;
  item: OwnItemView | undefined;
  categories: readonly CategoryView[];
  /** The public location. */
  town: string;
};

/** Builds the public view from the current form values; unreadable values count as empty. */
function previewItem({ values, user, item, categories, town }: Parts): ItemDetailView {
  const chosen = values.categoryIds.flatMap((id) => categories.find((category) => category.id === id) ?? []);
  const named = chosen.map(({ id, name }) => ({ id, name }));
  const isFoodTruck = chosen.some(({ slug }) => slug === "food-trucks");
  return {
    id: item?.id ?? "new",
    title: values.title.trim() || "Untitled Item",
    description: values.description,
    images: values.images,
    placeholder: null,
    placeholders: [],
    dailyRate: amount(values.dailyRate),
    ownerId: user.id,
    owner: {
      id: user.id,
      firstName: user.firstName ?? "",
      lastName: user.lastName ?? "",
      email: null,
      profileImageUrl: user.profileImageUrl,
      record: { agreedCount: 0, canceledCount: 0 },
    },
    category: named[0] ?? null,
    categories: named,
    location: town,
    latitude: values.latitude ?? 0,
    longitude: values.longitude ?? 0,
    isAvailable: item?.isAvailable ?? true,
    condition: ITEM_CONDITIONS.find((condition) => condition === values.condition) ?? "used",
    averageRating: item?.averageRating ?? null,
    reviewCount: item?.reviewCount ?? 0,
    timezone: item?.timezone ?? "America/New_York",
    depositAmount: amount(values.depositAmount),
    cleaningFee: amount(values.cleaningFee),
    lateReturnFee: isFoodTruck ? "0.00" : amount(values.lateReturnFee),
    setupFlatFeeCents: inCents(values.setupFlatFeeCents),
    setupPerUnitFeeCents: inCents(values.setupPerUnitFeeCents),
    minRentalDays: whole(values.minRentalDays) ?? 1,
    maxRentalDays: whole(values.maxRentalDays),
    offerPickup: values.offerPickup,
    offerMeetup: values.offerMeetup,
    offerDelivery: values.offerDelivery,
    deliveryFee: amount(values.deliveryFee),
    deliveryRadius: miles(values.deliveryRadius),
    allowQuantity: values.allowQuantity,
    quantityTotal: whole(values.quantityTotal) ?? 1,
    quantityMinPerBooking: whole(values.quantityMinPerBooking) ?? 1,
    quantityMaxPerBooking: whole(values.quantityMaxPerBooking),
    cancellationPolicy: CANCELLATION_POLICIES.find((policy) => policy === values.cancellationPolicy) ?? "flexible",
    replacementValueCents: values.replacementValueCents.trim() === "" ? null : inCents(values.replacementValueCents),
    pieces: isFoodTruck ? [] : values.pieces.flatMap(previewPiece),
    availabilityNotes: values.availabilityNotes.trim() || null,
    isInstant: values.isInstant,
    turnaroundMinutes: whole(values.turnaroundMinutes) ?? 0,
    foodTruck: null,
  };
}

function previewPiece({ name, count, priceCents }: PieceValues): ItemDetailView["pieces"] {
  return name.trim() ? [{ name: name.trim(), count: whole(count) ?? 1, priceCents: inCents(priceCents) }] : [];
}

function inCents(typed: string): number {
  const read = centsFromDecimal(typed.trim());
  return read.ok ? read.value : 0;
}

const amount = (typed: string): string => decimalFromCents(cents(inCents(typed)));

const whole = (typed: string): number | null => (/^\d{1,6}$/.test(typed.trim()) ? Number(typed) || null : null);

const miles = (typed: string): number | null => {
  const read = Number.parseFloat(typed);
  return Number.isFinite(read) && read >= 0 ? read : null;
};

type ListingEditorProps = {
  user: CurrentUserView;
  /** The listing to edit; undefined creates a new one. */
  item?: OwnItemView;
  texts: ActionTexts;
  blocker: string | null;
  /** Errors it throws are shown in the form. */
  save: (body: ListingInput) => Promise<OwnItemView>;
  onSaved: (saved: OwnItemView) => void;
  /** Renders the public view. */
  renderPreview: (item: ItemDetailView) => ReactNode;
};

/** Form for a new or existing listing, with a saved draft. */
export function ListingEditor(props: ListingEditorProps) {
  const categories = useQuery(categoriesQuery());
  const drafts = useQuery(draftsQuery());
  const defaults = useQuery(getListingDefaults());
  const [formKey, setFormKey] = useState(0);

  if (categories.data && drafts.data && defaults.data) {
    return (
      <Editor
        key={formKey}
        {...props}
        categories={categories.data}
        drafts={drafts.data}
        policy={defaults.data.defaultCancellationPolicy}
        onStartOver={() => setFormKey(formKey + 1)}
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

type EditorProps = ListingEditorProps & {
  categories: readonly CategoryView[];
  drafts: readonly DraftView[];
  /** Default policy of a new listing. */
  policy: CancellationPolicy;
  onStartOver: () => void;
};

function Editor({
  user,
  item,
  texts,
  blocker,
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

  // Sends a draft that only this device has.
  const [saveUnsentDraft] = useState(() => () => start.isUnsent && draft.save(start.values));
  useEffect(() => void saveUnsentDraft(), [saveUnsentDraft]);

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
        onChange={draft.save}
        texts={texts}
        isStored={item !== undefined}
        blocker={blocker}
        onSubmit={async (body) => onSaved(await draft.submit(() => save(body)))}
        preview={(values) => (
          <ListingPreview values={values} user={user} item={item} categories={categories} render={renderPreview} />
        )}
      />
    </>
  );
}

type DraftNoticeProps = { isStored: boolean; onStartOver: () => Promise<void> };

/** Explains that a draft was restored, and offers to discard it. */
function DraftNotice({ isStored, onStartOver }: DraftNoticeProps) {
  return (
    <Notice look="information" role="status" title="We restored your draft" className="mb-6">
      <p className="mb-3">
        {isStored
          ? "Your listing doesn’t include these changes yet."
          : "Pick up where you left off. Only you can see your draft."}
      </p>
      <ConfirmButton
        label="Start over"
        title="Start over?"
        text={isStored ? "You’ll lose your unsaved changes." : "You’ll lose everything you’ve entered so far."}
        confirmLabel={isStored ? "Discard changes" : "Discard draft"}
        onConfirm={onStartOver}
      />
    </Notice>
  );
}

export function EditorSkeleton() {
  return (
    <SkeletonArea label="Loading the form">
      <div className="grid grid-cols-1 gap-x-12 gap-y-5 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <SkeletonBar shape="control" className="h-13 lg:h-72" />
        <div className="grid max-w-2xl gap-6">
          <SkeletonBar className="h-9 w-48" />
          <SkeletonBar shape="card" className="h-72" />
          <SkeletonBar shape="control" className="h-11 w-40" />
        </div>
      </div>
    </SkeletonArea>
  );
}
