import type { ManagedCategoryView } from "@nexby/contract/listings/categories";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { SavedStatus } from "../../../components/forms/form.tsx";
import { listCategories, PictureOf } from "../../../components/product/category-picture.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { Table } from "../../../components/ui/table.tsx";
import { useMutationAction } from "../../../lib/form-errors.ts";
import { listAdminCategories, updateCategory } from "../api.ts";
import { CategoryActions, CategoryDialogButton } from "../components/category-form.tsx";

const percent = (rate: string) => `${Number(rate)}%`;

/** Admin page for categories and their commissions. */
export function ManagedCategoryList() {
  const client = useQueryClient();
  const { data: all = [], isPending, isLoadingError, refetch } = useQuery(listAdminCategories());
  const area = useRef<HTMLDivElement>(null);
  const [message, setMessage] = useState<string | null>(null);

  const done = async (text: string) => {
    await Promise.all([
      client.invalidateQueries({ queryKey: listAdminCategories().queryKey }),
      client.invalidateQueries({ queryKey: listCategories().queryKey }),
    ]);
    setMessage(text);
  };
  const moving = useMutationAction(async (key, { id, name }: ManagedCategoryView, position: number) => {
    await updateCategory(id)(key, { position });
    await done(`${name} moved to position ${position}`);
  });

  if (isPending) {
    return (
      <SkeletonArea label="Loading categories">
        <SkeletonBar shape="card" className="h-96" />
      </SkeletonArea>
    );
  }
  if (isLoadingError) return <ErrorCard onRetry={() => void refetch()} />;
  return (
    <div ref={area} tabIndex={-1} className="outline-none">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
        <SavedStatus text={message} />
        <div className="ml-auto">
          <CategoryDialogButton category={null} look="primary" onDone={done}>
            <Plus size={20} strokeWidth={1.75} aria-hidden="true" />
            Add category
          </CategoryDialogButton>
        </div>
      </div>
      {moving.problem && (
        <Notice look="problem" role="alert" className="mb-4">
          {moving.problem}
        </Notice>
      )}
      <Table
        caption="Categories and commissions"
        keyOf={({ id }) => id}
        rows={all}
        columns={[
          { title: "Category", cell: (category) => <Name category={category} /> },
          { title: "Owner", cell: ({ listerCommissionRate }) => percent(listerCommissionRate), isNumber: true },
          { title: "Renter", cell: ({ renterCommissionRate }) => percent(renterCommissionRate), isNumber: true },
          { title: "General", cell: ({ commissionRate }) => percent(commissionRate), isNumber: true },
          { title: "Listings", cell: ({ itemCount }) => itemCount.toLocaleString("en-US"), isNumber: true },
          {
            title: "Actions",
            cell: (category) => (
              <CategoryActions
                category={category}
                position={all.indexOf(category) + 1}
                count={all.length}
                onMove={(to) => moving.isBusy || void moving.run(category, to)}
                onDone={done}
                onGone={() => area.current?.focus()}
              />
            ),
          },
        ]}
      />
    </div>
  );
}

function Name({ category }: { category: ManagedCategoryView }) {
  return (
    <div className="flex items-center gap-3">
      <PictureOf category={category} />
      <div>
        <span className="block font-semibold">{category.name}</span>
        <span className="block text-muted text-sm">{category.slug}</span>
      </div>
    </div>
  );
}
