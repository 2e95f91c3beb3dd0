import type { PublicProfileView } from "@nexby/contract/accounts/profile";
import type { ReviewSort, ReviewSummaryView } from "@nexby/contract/reviews/reviews";
import { countOf } from "@nexby/domain/kernel/amount-text";
import type { ReviewRole } from "@nexby/domain/reviews/reviews";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useId, useState } from "react";
import { BUTTON_STYLE } from "../../../components/ui/button.tsx";
import { CONTROL_STYLE } from "../../../components/ui/filter-field.tsx";
import { NativeSelect } from "../../../components/ui/select.tsx";
import { Tabs } from "../../../components/ui/tabs.tsx";
import { getSummary, listItemReviews, listPersonReviews, type ReviewFilter } from "../api.ts";
import { partLabels, SORT_LABELS, starsText } from "../copy.ts";
import { ReviewList } from "./review-list.tsx";

const SORTS = Object.entries(SORT_LABELS).map(([value, label]) => ({ value, label }));
const EVERYTHING: ReviewFilter = { sort: "newest", search: "", rating: null };
/** With fewer reviews, everything is in sight. */
const FILTERED_FROM = 4;

/** The published reviews of a listing: distribution, part ratings, sort, search, pages. */
export function ItemReviews({ itemId }: { itemId: string }) {
  const [filter, setFilter] = useState(EVERYTHING);
  const { data: summary } = useQuery(getSummary(itemId));
  const pages = useInfiniteQuery({ ...listItemReviews(itemId, filter), placeholderData: keepPreviousData });
  const change = (part: Partial<ReviewFilter>) => setFilter({ ...filter, ...part });
  const isFiltered = filter.search !== "" || filter.rating !== null;

  return (
    <div className="grid gap-8">
      {summary && <Summary summary={summary} chosen={filter.rating} onChoose={(rating) => change({ rating })} />}
      {summary && summary.reviewCount >= FILTERED_FROM && (
        <Controls filter={filter} onChange={change} isFiltered={isFiltered} onClear={() => setFilter(EVERYTHING)} />
      )}
      <ReviewList
        pages={pages}
        label="Reviews of this item"
        empty={isFiltered ? "No reviews match. Try other words or another rating." : "No reviews yet."}
      />
    </div>
  );
}

type SummaryProps = {
  summary: ReviewSummaryView;
  chosen: number | null;
  onChoose: (rating: number | null) => void;
};

function Summary({ summary, chosen, onChoose }: SummaryProps) {
  const { distribution, reviewCount } = summary;
  const labels = partLabels("renter");
  const parts = (["communication", "punctuality", "condition"] as const).flatMap((part) => {
    const average = summary[part];
    return average === null ? [] : [{ label: labels[part], average }];
  });
  return (
    <div className="grid gap-x-12 gap-y-6 sm:grid-cols-2">
      <ul aria-label="Ratings" className="grid">
        {[5, 4, 3, 2, 1].map((stars) => {
          const count = distribution[stars - 1] ?? 0;
          return (
            <li key={stars}>
              <button
                type="button"
                aria-pressed={chosen === stars}
                aria-label={`${starsText(stars)}: ${countOf(count, "review")}`}
                disabled={count === 0}
                onClick={() => onChoose(chosen === stars ? null : stars)}
                className="grid min-h-9 w-full grid-cols-[1rem_minmax(0,1fr)_2rem] items-center gap-3 rounded-control px-2 text-left text-sm tabular-nums enabled:hover:bg-subtle aria-pressed:bg-primary-soft aria-pressed:font-semibold pointer-coarse:min-h-11"
              >
                <span>{stars}</span>
                <span className="h-2 overflow-hidden rounded-full bg-line">
                  <span
                    className="block h-full rounded-full bg-accent"
                    style={{ width: `${reviewCount === 0 ? 0 : (count / reviewCount) * 100}%` }}
                  />
                </span>
                <span className="text-right text-muted">{count}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {parts.length > 0 && (
        <dl className="grid content-start gap-3">
          {parts.map(({ label, average }) => (
            <div key={label} className="flex items-baseline justify-between gap-4 border-line border-b pb-2">
              <dt>{label}</dt>
              <dd className="font-semibold tabular-nums">{average.toFixed(1)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

type ControlsProps = {
  filter: ReviewFilter;
  onChange: (part: Partial<ReviewFilter>) => void;
  isFiltered: boolean;
  onClear: () => void;
};

function Controls({ filter, onChange, isFiltered, onClear }: ControlsProps) {
  const id = useId();
  const [text, setText] = useState(filter.search);
  return (
    <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_12rem]">
      {/* biome-ignore lint/a11y/useSemanticElements: not all browsers support the search element yet */}
      <form
        role="search"
        aria-label="Search reviews"
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          onChange({ search: text.trim() });
        }}
      >
        <input
          type="search"
          aria-label="Search reviews"
          placeholder="Search reviews"
          value={text}
          maxLength={100}
          enterKeyHint="search"
          onChange={(event) => {
            setText(event.target.value);
            if (event.target.value === "") onChange({ search: "" });
          }}
          className={CONTROL_STYLE}
        />
        <button type="submit" aria-label="Search" className={`${BUTTON_STYLE.outline} px-3`}>
          <Search size={20} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </form>
      <label htmlFor={id} className="sr-only">
        Sort reviews
      </label>
      <NativeSelect
        id={id}
        options={SORTS}
        value={filter.sort}
        onChange={(event) => onChange({ sort: event.target.value as ReviewSort })}
      />
      {isFiltered && (
        <button
          type="button"
          className={`${BUTTON_STYLE.outline} justify-self-start`}
          onClick={() => {
            setText("");
            onClear();
          }}
        >
          Show all reviews
        </button>
      )}
    </div>
  );
}

type Person = Pick<PublicProfileView, "id" | "firstName" | "averageRating" | "reviewCount" | "asRenter">;

/** A person's reviews in both roles, apart. Opens the role that has some. */
export function PersonReviews({ person }: { person: Person }) {
  const { reviewCount, asRenter } = person;
  const [selected, setSelected] = useState<ReviewRole>(
    reviewCount === 0 && asRenter.reviewCount > 0 ? "renter" : "owner",
  );
  const name = person.firstName || "This neighbor";
  const tab = (role: ReviewRole, label: string, count: number) => ({
    name: role,
    label: `${label} (${count})`,
    panel:
      count > 0 ? (
        <RoleReviews userId={person.id} role={role} />
      ) : (
        <p className="text-pretty text-muted">
          Nobody has reviewed {name} as {role === "owner" ? "an owner" : "a renter"} yet.
        </p>
      ),
  });

  return (
    <section aria-labelledby="reviews">
      <h2 id="reviews" className="mb-4 display-type text-xl">
        Reviews
      </h2>
      <Tabs
        label="Reviews by role"
        tabs={[tab("owner", "As owner", reviewCount), tab("renter", "As renter", asRenter.reviewCount)]}
        selected={selected}
        onSelect={setSelected}
      />
    </section>
  );
}

function RoleReviews({ userId, role }: { userId: string; role: ReviewRole }) {
  const pages = useInfiniteQuery(listPersonReviews(userId, role));
  const label = role === "owner" ? "Reviews as owner" : "Reviews as renter";
  return <ReviewList pages={pages} label={label} empty="No reviews yet." hasItem />;
}
