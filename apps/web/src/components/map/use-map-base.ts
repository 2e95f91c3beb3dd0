import type { getMapSettings } from "@nexby/contract/listings/places";
import { useQuery } from "@tanstack/react-query";
import { type ComponentType, useEffect, useState } from "react";
import { read } from "../../lib/api/queries.ts";
import type { GlBaseProps } from "./gl-base.tsx";
import { loadMapContent, type MapContent } from "./map-shapes.ts";

type Ground = "drawing" | "webgl" | "loading";

type MapBase = {
  /** Map that is visible now. The SVG drawing shows at once and stays until the WebGL map is ready. */
  ground: Ground;
  content: MapContent | null;
  gl: { Base: ComponentType<GlBaseProps>; look: GlBaseProps["look"] } | null;
  /** True if the visible map is our own. */
  isOwn: boolean;
  onReady: () => void;
  onFailure: () => void;
};

/** Selects the map to draw from what has loaded. Without WebGL or its code, it is the SVG drawing. */
export function useMapBase(): MapBase {
  const { data: settings, isPending } = useQuery(read<typeof getMapSettings>("/api/map"));
  const [content, setContent] = useState<MapContent | null>(null);
  const [Base, setBase] = useState<ComponentType<GlBaseProps> | null>(null);
  const [isPlain, setIsPlain] = useState(() => !hasWebGl());
  const [isReady, setIsReady] = useState(false);

  useEffect(() => {
    loadMapContent().then(setContent, () => undefined);
  }, []);
  useEffect(() => {
    if (isPlain) return;
    import("./gl-base.tsx").then(
      (module) => setBase(() => module.GlBase),
      () => setIsPlain(true),
    );
  }, [isPlain]);

  const look = isPending ? null : (settings?.styleUrl ?? content);
  const gl = !isPlain && Base && look ? { Base, look } : null;
  const isDrawn = isPlain || (!isReady && !isPending && !settings?.styleUrl);
  return {
    ground: gl && isReady ? "webgl" : isDrawn && content ? "drawing" : "loading",
    content,
    gl,
    isOwn: isPlain || typeof look !== "string",
    onReady: () => setIsReady(true),
    onFailure: () => setIsPlain(true),
  };
}

function hasWebGl(): boolean {
  try {
    const context = document.createElement("canvas").getContext("webgl2");
    // Browsers limit the number of WebGL contexts per page, so release this one.
    context?.getExtension("WEBGL_lose_context")?.loseContext();
    return context !== null;
  } catch {
    return false;
  }
}
