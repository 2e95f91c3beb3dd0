/** Of everything that is typed into or chosen from. */
export const CONTROL_STYLE =
  "h-11 w-full min-w-0 rounded-control border border-line-strong bg-surface px-3.5 text-base text-ink placeholder:text-muted aria-invalid:border-danger";

export const CHECKBOX_STYLE = "size-5 shrink-0 rounded accent-primary";
