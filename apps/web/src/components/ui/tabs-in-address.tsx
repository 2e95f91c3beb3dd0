import type { ReactNode } from "react";
import { useSearchParams } from "wouter";
import { Tabs } from "./tabs.tsx";

type Props<Name extends string> = {
  label: string;
  tabs: readonly [
    { name: Name; label: string; panel: ReactNode },
    ...{ name: Name; label: string; panel: ReactNode }[],
  ];
};

/** Tabs whose choice survives a reload. The first needs no mention. */
export function TabsInAddress<Name extends string>({ label, tabs }: Props<Name>) {
  const [search, setSearch] = useSearchParams();
  const [first] = tabs;
  const selected = tabs.find(({ name }) => name === search.get("tab")) ?? first;
  return (
    <Tabs
      label={label}
      tabs={tabs}
      selected={selected.name}
      onSelect={(tab) => setSearch(tab === first.name ? {} : { tab }, { replace: true })}
    />
  );
}
