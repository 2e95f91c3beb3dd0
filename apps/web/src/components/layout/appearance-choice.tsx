import { Monitor, Moon, Sun } from "lucide-react";
import { useId, useSyncExternalStore } from "react";
import { APPEARANCES, type Appearance, STORAGE_KEY, storedAppearance } from "../../lib/browser/appearance.ts";

const CHOICES = {
  system: { label: "System", Icon: Monitor },
  light: { label: "Light", Icon: Sun },
  dark: { label: "Dark", Icon: Moon },
} satisfies Record<Appearance, unknown>;

/** The legend is only for screen readers where a heading already names the choice. */
export function AppearanceChoice({ isLegendHidden = false }: { isLegendHidden?: boolean }) {
  const group = useId();
  const chosen = useSyncExternalStore(subscribe, storedAppearance, () => "system");

  return (
    <fieldset>
      <legend className={isLegendHidden ? "sr-only" : "px-3 pt-1 pb-2 text-muted text-sm"}>Appearance</legend>
      {APPEARANCES.map((appearance) => {
        const { label, Icon } = CHOICES[appearance];
        return (
          <label
            key={appearance}
            className="flex min-h-11 items-center gap-3 rounded-control px-3 font-medium outline-ring hover:bg-subtle has-checked:bg-primary-soft has-checked:text-on-primary-soft has-focus-visible:outline-2"
          >
            <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
            {label}
            <input
              type="radio"
              name={group}
              value={appearance}
              checked={chosen === appearance}
              onChange={() => choose(appearance)}
              className="ml-auto accent-primary outline-none"
            />
          </label>
        );
      })}
    </fieldset>
  );
}

function subscribe(listener: () => void): () => void {
  addEventListener("storage", listener);
  return () => removeEventListener("storage", listener);
}

/** Browsers send this event to other tabs only, so this one gets its own. */
function choose(appearance: Appearance): void {
  try {
    localStorage.setItem(STORAGE_KEY, appearance);
  } catch {
    // Storage is off, so the choice cannot be saved.
  }
  dispatchEvent(new StorageEvent("storage"));
}
