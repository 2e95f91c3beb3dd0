import { Search } from "lucide-react";
import { type FormEvent, useId } from "react";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";

/** Searches when asked to: a list that changes with every letter is hard to follow. */
export function AccountSearch({ search, onSearch }: { search: string | null; onSearch: (text: string) => void }) {
  const id = useId();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSearch(String(new FormData(event.currentTarget).get("search") ?? "").trim());
  };

  return (
    <search className="w-full sm:w-max">
      <form onSubmit={submit} className="flex gap-2">
        <label htmlFor={id} className="sr-only">
          Name or email
        </label>
        <input
          id={id}
          key={search}
          type="search"
          name="search"
          defaultValue={search ?? ""}
          maxLength={100}
          placeholder="Name or email"
          className="h-11 w-full min-w-0 rounded-control border border-line-strong bg-surface px-3.5 placeholder:text-muted sm:w-72"
        />
        <button type="submit" className={BUTTON_STYLE.outline}>
          <Search size={20} strokeWidth={1.75} aria-hidden="true" />
          Search
        </button>
      </form>
    </search>
  );
}
