const COLORS = [
  ["Canvas", "bg-canvas text-ink"],
  ["Surface", "bg-surface text-ink"],
  ["Subtle", "bg-subtle text-ink"],
  ["Sunken", "bg-sunken text-ink"],
  ["Primary", "bg-primary text-on-primary"],
  ["Primary soft", "bg-primary-soft text-on-primary-soft"],
  ["Success", "bg-success-soft text-on-success-soft"],
  ["Warning", "bg-warning-soft text-on-warning-soft"],
  ["Information", "bg-info-soft text-on-info-soft"],
  ["Danger", "bg-danger text-on-danger"],
  ["Danger soft", "bg-danger-soft text-on-danger-soft"],
] as const;

const SIZES = [
  ["text-3xl display-type", "Thirty-two"],
  ["text-2xl display-type", "Twenty-five"],
  ["text-xl display-type", "Twenty"],
  ["text-lg", "Eighteen"],
  ["text-base", "Sixteen, the usual"],
  ["text-sm text-muted", "Fourteen, muted"],
  ["text-xs text-muted", "Twelve, muted"],
] as const;

export function StyleSamples() {
  return (
    <>
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {COLORS.map(([name, colors]) => (
          <li key={name} className={`rounded-control border border-line px-3 py-4 font-medium text-sm ${colors}`}>
            {name}
          </li>
        ))}
      </ul>
      <div className="grid gap-2">
        {SIZES.map(([style, text]) => (
          <p key={text} className={style}>
            {text}
          </p>
        ))}
      </div>
    </>
  );
}
