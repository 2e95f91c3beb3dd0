import { useSyncExternalStore } from "react";

export type Notice = {
  title: string;
  description?: string;
  isDestructive?: boolean;
  /** Follow-up action, which closes the toast. */
  action?: { label: string; act: () => void };
};

/** Dismissed toasts stay for a while, so that they can leave the screen at their own pace. */
export type Toast = Notice & { id: number; isOpen: boolean };

const SHOWN_MS = 5_000;
const REMEMBERED_MS = 1_000_000;
/** Swiping a toast farther than this to the right dismisses it. */
export const SWIPE_PX = 50;

export class Toasts {
  #toast: Toast | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastId = 0;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** At most one; null for none. */
  readonly current = (): Toast | null => this.#toast;

  /** Replaces the previous toast at once. */
  show(notice: Notice): number {
    this.#lastId += 1;
    this.#change({ ...notice, id: this.#lastId, isOpen: true });
    this.resume(this.#lastId);
    return this.#lastId;
  }

  /** While the pointer or the focus is on it. */
  pause(id: number): void {
    if (this.#openToast(id)) clearTimeout(this.#timer);
  }

  resume(id: number): void {
    if (this.#openToast(id)) this.#after(SHOWN_MS, () => this.dismiss(id));
  }

  dismiss(id: number): void {
    const toast = this.#openToast(id);
    if (!toast) return;
    this.#change({ ...toast, isOpen: false });
    this.#after(REMEMBERED_MS, () => this.#change(null));
  }

  #openToast(id: number): Toast | null {
    return this.#toast?.id === id && this.#toast.isOpen ? this.#toast : null;
  }

  #change(toast: Toast | null): void {
    this.#toast = toast;
    for (const listener of this.#listeners) listener();
  }

  #after(milliseconds: number, callback: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(callback, milliseconds);
  }
}

export const toasts = new Toasts();

export const useToast = (): Toast | null => useSyncExternalStore(toasts.subscribe, toasts.current, () => null);
