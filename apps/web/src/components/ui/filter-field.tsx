import { Search } from "lucide-react";

type Props = { label: string; placeholder: string; value: string; onChange: (text: string) => void };

/** Filters what is on the page as the user types. */
export function FilterField({ label, placeholder, value, onChange }: Props) {
  return (
    <div className="relative max-w-md">
      <Search
        size={20}
        strokeWidth={1.75}
        aria-hidden="true"
        className="pointer-events-none absolute top-3 left-3.5 text-muted"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="off"
        className="h-11 w-full rounded-control border border-line-strong bg-surface pr-3.5 pl-11 text-ink placeholder:text-muted"
      />
    </div>
  );
}

/** For all text inputs and selects. */
export const CONTROL_STYLE =
  "h-11 w-full min-w-0 rounded-control border border-line-strong bg-surface px-3.5 text-base text-ink placeholder:text-muted aria-invalid:border-danger";

export const CHECKBOX_STYLE = "size-5 shrink-0 rounded accent-primary";
