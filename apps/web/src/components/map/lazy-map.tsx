import { useRef } from "react";
import { useNearView } from "../../lib/use-near-view.ts";
import { LazyPart } from "../ui/lazy-part.tsx";
import { SkeletonBar } from "../ui/skeleton.tsx";
import type { MapCanvasProps } from "./map-canvas.tsx";

const loadCanvas = () => import("./map-canvas.tsx").then((module) => module.MapCanvas);

/** The map's code comes when somebody is about to see it. The page works without. */
export function LazyMap({ className = "h-72", ...props }: MapCanvasProps & { className?: string }) {
  const box = useRef<HTMLDivElement>(null);
  const isNear = useNearView(box, false);
  const placeholder = <SkeletonBar shape="card" className="absolute inset-0" />;

  return (
    <div ref={box} className={`relative overflow-hidden rounded-card border border-line ${className}`}>
      {isNear ? <LazyPart load={loadCanvas} props={props} fallback={placeholder} isOptional /> : placeholder}
    </div>
  );
}
