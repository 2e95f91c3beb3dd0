import { createContext, useContext, useSyncExternalStore } from "react";
import { Signal } from "../../lib/signal.ts";

/** The item that is pointed at, in the list or on the map: there, the other one lights up. */
export type Lit = { id: string; by: "card" | "pin" };

const Context = createContext(new Signal<Lit | null>(null));

export const LitProvider = Context.Provider;
export const useLit = (): Signal<Lit | null> => useContext(Context);

/** Renders anew only when it changes for one of these items. */
export function useIsLit(ids: readonly string[], by?: Lit["by"]): boolean {
  const signal = useLit();
  const isLit = () => {
    const lit = signal.get();
    return lit !== null && ids.includes(lit.id) && (!by || lit.by === by);
  };
  return useSyncExternalStore(signal.subscribe, isLit, () => false);
}
