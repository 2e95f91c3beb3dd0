import { type ComponentType, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { RoutePlaceholder } from "../components/layout/route-placeholder.tsx";
import { CodeNotLoadedError } from "../lib/api/errors.ts";

type Load = () => Promise<ComponentType>;

/** Loads a page's code on demand. */
export class LazyRoute {
  readonly #load: Load;
  #loading: Promise<ComponentType> | null = null;
  loaded: ComponentType | null = null;

  constructor(load: Load) {
    this.#load = load;
  }

  preload(): Promise<ComponentType> {
    this.#loading ??= this.#load().then(
      (component) => {
        this.loaded = component;
        return component;
      },
      (cause: unknown) => {
        throw new CodeNotLoadedError(cause);
      },
    );
    return this.#loading;
  }
}

type State = { Loaded: ComponentType | null; error?: unknown };

/**
 * Not React.lazy: a Suspense boundary hydrates after the page around it, and by then data has arrived that the
 * prerendered page does not show.
 */
export function RoutePage({ route }: { route: LazyRoute }) {
  const [path] = useLocation();
  const [{ Loaded, error }, setState] = useState<State>({ Loaded: route.loaded });

  useEffect(() => {
    if (Loaded) return;
    route.preload().then(
      (component) => setState({ Loaded: component }),
      (reason: unknown) => setState({ Loaded: null, error: reason }),
    );
  }, [route, Loaded]);

  // Rethrows into the error boundary.
  if (error) throw error;
  return Loaded ? <Loaded /> : <RoutePlaceholder path={path} />;
}
