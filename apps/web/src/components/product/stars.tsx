import { Star } from "lucide-react";

export const STARS = [1, 2, 3, 4, 5];

/** The color of a star that is given or not. */
export const starLook = (isFull: boolean) => (isFull ? "fill-accent text-accent" : "text-line-strong");

type Props = {
  /** An average may fill a star in part. */
  rating: number;
  /** For screen readers, where no text next to the stars says the number. */
  label?: string;
};

export function Stars({ rating, label }: Props) {
  return (
    <span {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })} className="inline-flex gap-0.5">
      {STARS.map((star) => (
        <RatedStar key={star} share={Math.min(Math.max(rating - star + 1, 0), 1)} />
      ))}
    </span>
  );
}

function RatedStar({ share }: { share: number }) {
  const isPart = share > 0 && share < 1;
  return (
    <span className="relative shrink-0">
      <Star size={18} strokeWidth={1.75} aria-hidden="true" className={starLook(share === 1)} />
      {isPart && (
        <span className="absolute inset-0" style={{ clipPath: `inset(0 ${(1 - share) * 100}% 0 0)` }}>
          <Star size={18} strokeWidth={1.75} aria-hidden="true" className={starLook(true)} />
        </span>
      )}
    </span>
  );
}
