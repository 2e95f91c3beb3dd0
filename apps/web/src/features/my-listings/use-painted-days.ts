import { type LocalDate, localDate } from "@nexby/domain/kernel/calendar";
import { useQueryClient } from "@tanstack/react-query";
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import { useIntent } from "../../lib/browser/intents.ts";
import { refreshCalendar, setBlockedDays, showBlockedDays } from "./api.ts";
import type { BlockChange } from "./calendar-days.ts";

export type Painting = BlockChange & { itemId: string };
type Brush = { itemId: string; from: LocalDate; to: LocalDate; isBlocked: boolean };
type Cell = { itemId: string; day: LocalDate; isBlocked: boolean };

/** A finger that rests this long means the day; one that moves at once means to scroll. */
const REST_MS = 350;
const REST_PX = 8;

/** The cell of the calendar at a point, told by what is written on it. */
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
 * Days of one listing chosen by drawing over them: from a free day on they are blocked, from a blocked one on they are
 * freed. A mouse draws at once, a finger after resting on the first day.
 */
export function usePaintedDays(area: RefObject<HTMLElement | null>, onPainted: (painting: Painting) => void) {
  const [brush, setBrush] = useState<Brush | null>(null);
  const isPainting = useRef(false);
  const rest = useRef<{ timer: number; x: number; y: number } | null>(null);

  const put = (next: Brush | null) => {
    isPainting.current = next !== null;
    setBrush(next);
  };
  const begin = ({ itemId, day, isBlocked }: Cell) => put({ itemId, from: day, to: day, isBlocked: !isBlocked });
  const stopResting = () => {
    if (rest.current) clearTimeout(rest.current.timer);
    rest.current = null;
  };
  const abandon = () => {
    stopResting();
    put(null);
  };

  // Only a listener that is not passive can keep the page from scrolling under a finger that draws.
  useEffect(() => {
    const element = area.current;
    const hold = (event: TouchEvent) => {
      if (isPainting.current) event.preventDefault();
    };
    element?.addEventListener("touchmove", hold, { passive: false });
    return () => element?.removeEventListener("touchmove", hold);
  }, [area]);

  useEffect(() => {
    if (!brush) return;
    const leave = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      isPainting.current = false;
      setBrush(null);
    };
    addEventListener("keydown", leave);
    return () => removeEventListener("keydown", leave);
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
      rest.current = { timer, x: event.clientX, y: event.clientY };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const { current } = rest;
      if (current && Math.hypot(event.clientX - current.x, event.clientY - current.y) > REST_PX && !brush)
        stopResting();
      const cell = brush && cellAt(event);
      if (brush && cell?.itemId === brush.itemId && cell.day !== brush.to) put({ ...brush, to: cell.day });
    },
    onPointerUp: () => {
      stopResting();
      if (!brush) return;
      put(null);
      onPainted(rangeOf(brush));
    },
    onPointerCancel: abandon,
  };
  return { painting: brush && rangeOf(brush), handlers };
}

/** Blocks or frees days: shown at once, taken back should the server not agree. What it says afterwards counts. */
export function useBlockDays() {
  const client = useQueryClient();
  const send = useIntent(setBlockedDays);

  return async (itemId: string, wish: BlockChange): Promise<void> => {
    const takeBack = await showBlockedDays(client, itemId, wish);
    try {
      await send(itemId, wish);
    } catch (error) {
      takeBack();
      throw error;
    } finally {
      void refreshCalendar(client);
    }
  };
}
