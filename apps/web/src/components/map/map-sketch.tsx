import { useId } from "react";

/** Streets, parks and a river in the map's colors, shown until the map is drawn. */
export function MapSketch() {
  const id = useId();
  return (
    <div aria-hidden="true" data-map-sketch="" className="absolute inset-0 bg-[var(--map-land)]">
      <svg aria-hidden="true" className="absolute size-full">
        <pattern
          id={id}
          width="232"
          height="176"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(-9)"
          stroke="var(--map-street)"
          fill="none"
        >
          <rect x="128" y="96" width="92" height="68" rx="8" fill="var(--map-park)" stroke="none" />
          <path d="M0 40H232M0 88H232M0 132H120M64 0V176M176 0V88" strokeWidth="5" />
          <path d="M0 172H232M120 0V176" strokeWidth="11" />
        </pattern>
        <rect width="100%" height="100%" fill={`url(#${id})`} />
      </svg>
      <svg aria-hidden="true" className="absolute size-full" viewBox="0 0 400 400" preserveAspectRatio="none">
        <path
          d="M-10 292C90 250 130 330 230 300S350 250 410 282"
          stroke="var(--map-water)"
          strokeWidth="22"
          fill="none"
        />
      </svg>
    </div>
  );
}
