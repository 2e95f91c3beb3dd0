import type { ClockView } from "@nexby/contract/clock";
import { aheadWords } from "../ahead-words.ts";
import { useProductTime } from "../use-product-time.ts";

const DAY = new Intl.DateTimeFormat("en-US", { weekday: "long", month: "long", day: "numeric", year: "numeric" });
const TIME = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", second: "2-digit" });

export function ClockFace({ clock, answeredAt }: { clock: ClockView; answeredAt: number }) {
  const now = useProductTime(clock, answeredAt);
  return (
    <div>
      <p className="text-muted text-sm">The product’s time</p>
      <time dateTime={now.toISOString()} className="block">
        <span className="block display-type text-3xl tabular-nums">{TIME.format(now)}</span>
        <span className="mt-1 block font-medium text-lg">{DAY.format(now)}</span>
      </time>
      <p className="mt-2 text-muted">{aheadWords(clock.aheadSeconds)}</p>
    </div>
  );
}
