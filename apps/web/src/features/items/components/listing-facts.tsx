import type { ItemDetailView } from "@nexby/contract/items";
import {
  CalendarDays,
  Clock,
  Handshake,
  Layers,
  type LucideIcon,
  RotateCcw,
  ShieldCheck,
  Sparkles,
  Wrench,
  Zap,
} from "lucide-react";
import { type FactTopic, factsOf } from "../listing-facts.ts";

const ICONS: Record<FactTopic, LucideIcon> = {
  deposit: ShieldCheck,
  cleaning: Sparkles,
  setup: Wrench,
  late: Clock,
  exchange: Handshake,
  quantity: Layers,
  days: CalendarDays,
  cancellation: RotateCcw,
  instant: Zap,
};

export function ListingFacts({ item }: { item: ItemDetailView }) {
  return (
    <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
      {factsOf(item).map(({ topic, label, value }) => {
        const Icon = ICONS[topic];
        return (
          <div key={topic} className="grid grid-cols-[1.25rem_1fr] content-start gap-x-4">
            <dt className="col-start-2 font-semibold">
              <Icon size={20} strokeWidth={1.75} aria-hidden="true" className="absolute mt-0.5 -ml-9 text-muted" />
              {label}
            </dt>
            <dd className="col-start-2 text-pretty text-muted tabular-nums">{value}</dd>
          </div>
        );
      })}
    </dl>
  );
}
