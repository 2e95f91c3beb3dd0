import { type LocalDate, localDate } from "@nexby/domain/kernel/calendar";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import { useIntent } from "../../lib/browser/intents.ts";
import { refreshCalendar, setBlockedDays, showBlockedDays } from "./api.ts";
import type { BlockChange } from "./calendar-days.ts";

export type Painting = BlockChange & { itemId: string };
type Brush = { itemId: string; from: LocalDate; to: LocalDate; isBlocked: boolean };
type Cell = { itemId: string; day: LocalDate; isBlocked: boolean };

/** A touch held this long selects the day; one that moves sooner scrolls. */
const REST_MS = 350;
const REST_PX = 8;

/** The calendar cell at a point, from its data attributes. */
function cellAt({ clientX, clientY }: { clientX: number; clientY: number }): Cell | null {
  const cell = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>("[data-day]");
  const { item, day, blocked } = cell?.dataset ?? {};
  return item && day ? { itemId: item, day: localDate(day), isBlocked: blocked === "true" } : null;
}

const rangeOf = ({ itemId, from, to, isBlocked }: Brush): Painting => {
  const [startDate, endDate] = from <= to ? [from, to] : [to, from];
  return { itemId, startDate, endDate, isBlocked };
};

/**
 * Selects days of one listing by dragging: starting on an available day blocks them, starting on a blocked day
 * unblocks them. A mouse drags immediately, a touch after a long press.
 */
export function usePaintedDays(area: RefObject<HTMLElement | null>, onPainted: (painting: Painting) => void) {
  const [brush, setBrush] = useState<Brush | null>(null);
  const isPainting = useRef(false);
  const longPress = useRef<{ timer: number; x: number; y: number } | null>(null);

  const updateBrush = (next: Brush | null) => {
    isPainting.current = next !== null;
    setBrush(next);
  };
  const begin = ({ itemId, day, isBlocked }: Cell) =>
    updateBrush({ itemId, from: day, to: day, isBlocked: !isBlocked });
  const clearLongPress = () => {
    if (longPress.current) clearTimeout(longPress.current.timer);
    longPress.current = null;
  };
  const cancel = () => {
    clearLongPress();
    updateBrush(null);
  };

  // Only a non-passive listener can prevent scrolling during a touch drag.
  useEffect(() => {
    const element = area.current;
    const preventScroll = (event: TouchEvent) => {
      if (isPainting.current) event.preventDefault();
    };
    element?.addEventListener("touchmove", preventScroll, { passive: false });
    return () => element?.removeEventListener("touchmove", preventScroll);
  }, [area]);

  useEffect(() => {
    if (!brush) return;
    const cancelOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      isPainting.current = false;
      setBrush(null);
    };
    addEventListener("keydown", cancelOnEscape);
    return () => removeEventListener("keydown", cancelOnEscape);
  }, [brush]);

  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const cell = cellAt(event);
      if (!cell || event.button !== 0) return;
      if (event.pointerType === "mouse") {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        begin(cell);
        return;
      }
      const timer = window.setTimeout(() => begin(cell), REST_MS);
      longPress.current = { timer, x: event.clientX, y: event.clientY };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const { current } = longPress;
      if (current && Math.hypot(event.clientX - current.x, event.clientY - current.y) > REST_PX && !brush)
        clearLongPress();
      const cell = brush && cellAt(event);
      if (brush && cell?.itemId === brush.itemId && cell.day !== brush.to) updateBrush({ ...brush, to: cell.day });
    },
    onPointerUp: () => {
      clearLongPress();
      if (!brush) return;
      updateBrush(null);
      onPainted(rangeOf(brush));
    },
    onPointerCancel: cancel,
  };
  return { painting: brush && rangeOf(brush), handlers };
}

/** The change that was made last, by where its answer goes. */
const lastChanges = new WeakMap<QueryClient, Promise<unknown>>();

/**
 * Blocks or unblocks days optimistically, and reverts if the server rejects the change. Refetches either way. Changes
 * are sent one after another: a later one can undo an earlier one.
 */
export function useBlockDays() {
  const client = useQueryClient();
  const send = useIntent(setBlockedDays);

  const change = async (itemId: string, days: BlockChange, earlier: Promise<unknown> | undefined): Promise<void> => {
    const revert = await showBlockedDays(client, itemId, days);
    try {
      await earlier;
      await send(itemId, days);
    } catch (error) {
      revert();
      throw error;
    } finally {
      void refreshCalendar(client);
    }
  };
  return (itemId: string, days: BlockChange): Promise<void> => {
    const changed = change(itemId, days, lastChanges.get(client));
    lastChanges.set(
      client,
      changed.catch(() => undefined),
    );
    return changed;
  };
}
