import type { Pending } from "./photo-list.ts";

/** Over a photo on its way: how far it is. */
export function TileProgress({ entry }: { entry: Pending }) {
  const percent = Math.round(entry.progress * 100);
  return (
    <div className="absolute inset-x-0 bottom-0 grid gap-1.5 bg-surface/90 px-3 py-2 text-xs">
      <p className="font-semibold tabular-nums">{wordsFor(entry, percent)}</p>
      <progress
        aria-label="Upload"
        value={percent}
        max={100}
        className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-primary"
      />
    </div>
  );
}

/** When all is sent, the server still has to read it and make its sizes. */
function wordsFor({ state }: Pending, percent: number): string {
  if (state === "waiting") return "Waiting";
  return percent < 100 ? `${percent} %` : "Almost done";
}
