import { Tabs as Radix } from "radix-ui";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import { useTabTitle } from "../../lib/browser/document.ts";
import { reveal, useScrollEdges } from "./scroll-button.tsx";

type Tab<Name extends string> = { name: Name; label: string; panel: ReactNode };

type TabsProps<Name extends string> = {
  label: string;
  tabs: readonly Tab<Name>[];
  selected: Name;
  onSelect: (name: Name) => void;
};

/**
 * Tabs in a row that scrolls when space is short. A panel is rendered when it is first opened and then stays, so
 * that input in it is not lost.
 */
export function Tabs<Name extends string>({ label, tabs, selected, onSelect }: TabsProps<Name>) {
  const row = useRef<HTMLDivElement>(null);
  const { hasMoreBefore, hasMoreAfter } = useScrollEdges(row);
  const [opened, setOpened] = useState<readonly Name[]>([selected]);
  if (!opened.includes(selected)) setOpened([...opened, selected]);

  useEffect(() => {
    if (selected) reveal(row.current, "[data-state=active]");
  }, [selected]);

  return (
    <Radix.Root value={selected} onValueChange={(name) => onSelect(name as Name)}>
      <div className="border-line border-b">
        <Radix.List
          ref={row}
          aria-label={label}
          data-more-before={hasMoreBefore}
          data-more-after={hasMoreAfter}
          className="fade-edges no-scrollbar -mx-4 -mb-px flex gap-1 overflow-x-auto px-1 md:-mx-3 md:px-0"
        >
          {tabs.map(({ name, label: text }) => (
            <Radix.Trigger
              key={name}
              value={name}
              className="relative h-12 shrink-0 px-3 font-semibold text-muted -outline-offset-2 transition-colors duration-120 after:absolute after:inset-x-3 after:bottom-0 after:h-0.5 hover:text-ink data-[state=active]:text-ink data-[state=active]:after:bg-primary"
            >
              {text}
            </Radix.Trigger>
          ))}
        </Radix.List>
      </div>
      {tabs.map(({ name, panel }) => (
        <Radix.Content
          key={name}
          value={name}
          forceMount
          tabIndex={-1}
          className="pt-6 outline-none data-[state=inactive]:hidden md:pt-8"
        >
          {opened.includes(name) && panel}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}

type TabsInAddressProps<Name extends string> = {
  label: string;
  /** The title of the page; that of every tab but the first begins with the tab's label. */
  title: string;
  tabs: readonly [
    { name: Name; label: string; panel: ReactNode },
    ...{ name: Name; label: string; panel: ReactNode }[],
  ];
};

/** Keeps the selected tab in the URL. The first tab is the default and is left out. */
export function TabsInAddress<Name extends string>({ label, title, tabs }: TabsInAddressProps<Name>) {
  const [search, setSearch] = useSearchParams();
  const [first] = tabs;
  const selected = tabs.find(({ name }) => name === search.get("tab")) ?? first;
  useTabTitle(selected === first ? title : `${selected.label} · ${title}`);
  return (
    <Tabs
      label={label}
      tabs={tabs}
      selected={selected.name}
      onSelect={(tab) => setSearch(tab === first.name ? {} : { tab }, { replace: true })}
    />
  );
}
