import { Monitor, Moon, Sun } from "lucide-react";
import { useId } from "react";
import { APPEARANCES, type Appearance, chooseAppearance, useAppearance } from "../../lib/appearance.ts";

const CHOICES = {
  system: { label: "System", Icon: Monitor },
  light: { label: "Light", Icon: Sun },
  dark: { label: "Dark", Icon: Moon },
} satisfies Record<Appearance, unknown>;

/** A popover of the browser's own: Escape, a click outside and the return of the focus come with it. */
export function AppearanceMenu() {
  const panel = useId();
  const group = useId();
  const chosen = useAppearance();

  return (
    <>
      <button
        type="button"
        popoverTarget={panel}
        aria-label="Appearance"
        className="-mr-2 grid size-11 place-items-center rounded-full transition-colors duration-120 hover:bg-subtle"
      >
        <Sun size={20} strokeWidth={1.75} aria-hidden="true" className="dark:hidden" />
        <Moon size={20} strokeWidth={1.75} aria-hidden="true" className="hidden dark:block" />
      </button>
      <div
        id={panel}
        popover="auto"
        className="fixed inset-auto top-14 right-4 m-0 w-48 rounded-card border border-line bg-surface p-2 text-ink shadow-soft md:top-16 md:right-[max(2rem,calc((100vw-80rem)/2))]"
      >
        <fieldset>
          <legend className="px-3 pt-1 pb-2 text-muted text-sm">Appearance</legend>
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
                  onChange={() => chooseAppearance(appearance)}
                  className="ml-auto accent-primary outline-none"
                />
              </label>
            );
          })}
        </fieldset>
      </div>
    </>
  );
}
