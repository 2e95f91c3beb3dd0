import { searchTextOf } from "@nexby/domain/search/search-text";
import { Search } from "lucide-react";
import { type FormEvent, useRef } from "react";

type Props = {
  label: string;
  placeholder: string;
  onSearch: (text: string) => void;
};

/** The header's search field, large. Ignores blank text. */
export function SearchForm({ label, placeholder, onSearch }: Props) {
  const field = useRef<HTMLInputElement>(null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = searchTextOf(field.current?.value ?? "");
    if (text) onSearch(text);
    else field.current?.focus();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: not all browsers support the search element yet
    <form
      role="search"
      aria-label={label}
      onSubmit={submit}
      className="flex h-14 w-full items-center rounded-full border border-line-strong bg-surface pr-1.5 pl-5 shadow-soft outline-ring has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2"
    >
      <input
        ref={field}
        type="search"
        name="search"
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        enterKeyHint="search"
        className="h-full min-w-0 flex-1 text-ellipsis bg-transparent text-ink text-lg outline-none placeholder:text-muted"
      />
      <button
        type="submit"
        aria-label="Search"
        className="grid size-11 shrink-0 place-items-center rounded-full text-ink transition-colors duration-120 hover:bg-subtle"
      >
        <Search size={20} strokeWidth={2} aria-hidden="true" />
      </button>
    </form>
  );
}
