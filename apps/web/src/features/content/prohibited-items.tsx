import type { ProhibitedItemView } from "@nexby/contract/content/policies";
import { containsWords } from "@nexby/domain/search/suggestions";
import { useQuery } from "@tanstack/react-query";
import { Ban } from "lucide-react";
import { useState } from "react";
import magnifyingGlass from "../../../../../assets/web/magnifying-glass.webp";
import { Button } from "../../components/ui/button.tsx";
import { FilterField } from "../../components/ui/filter-field.tsx";
import { SkeletonArea, SkeletonBar } from "../../components/ui/loading.tsx";
import { ErrorCard, MessageCard } from "../../components/ui/message-card.tsx";
import { listProhibitedItems } from "./api.ts";

export function ProhibitedItems() {
  const { data: all, isError, refetch } = useQuery(listProhibitedItems());
  const [text, setText] = useState("");
  if (!all) return isError ? <ErrorCard onRetry={() => void refetch()} /> : <ProhibitedItemsSkeleton />;

  const found = all.filter(({ category, item, description }) =>
    containsWords(`${category} ${item} ${description}`, text),
  );
  return (
    <div className="grid gap-8">
      <div>
        <FilterField
          label="Search prohibited items"
          placeholder="Fireworks, animals..."
          value={text}
          onChange={setText}
        />
        <p role="status" className="mt-2 text-muted text-sm tabular-nums">
          {found.length === all.length ? `${all.length} kinds of items` : `${found.length} of ${all.length}`}
        </p>
      </div>
      {found.length === 0 ? (
        <MessageCard
          picture={<img src={magnifyingGlass} alt="" width={96} height={96} />}
          text="Nothing on the list matches. If in doubt, ask us before you list it."
        >
          <Button look="outline" onClick={() => setText("")}>
            Clear search
          </Button>
        </MessageCard>
      ) : (
        <Groups items={found} />
      )}
    </div>
  );
}

function Groups({ items }: { items: readonly ProhibitedItemView[] }) {
  const categories = [...new Set(items.map(({ category }) => category))];
  return (
    <div className="grid gap-5 md:grid-cols-2">
      {categories.map((category) => (
        <section key={category} className="rounded-card border border-line bg-surface p-5 md:p-6">
          <h2 className="flex items-center gap-2.5 display-type text-xl">
            <Ban size={20} strokeWidth={1.75} aria-hidden="true" className="text-danger" />
            {category}
          </h2>
          <ul className="mt-4 grid gap-4">
            {items
              .filter((item) => item.category === category)
              .map(({ id, item, description }) => (
                <li key={id}>
                  <p className="font-semibold">{item}</p>
                  {description && <p className="text-pretty text-muted">{description}</p>}
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function ProhibitedItemsSkeleton() {
  return (
    <SkeletonArea label="Loading prohibited items">
      <SkeletonBar shape="control" className="h-11 max-w-md" />
      <div className="mt-14 grid gap-5 md:grid-cols-2">
        {["a", "b", "c", "d"].map((card) => (
          <SkeletonBar key={card} shape="card" className="h-56" />
        ))}
      </div>
    </SkeletonArea>
  );
}
