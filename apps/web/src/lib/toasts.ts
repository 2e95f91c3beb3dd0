import { useSyncExternalStore } from "react";

export type Notice = {
  title: string;
  description?: string;
  isDestructive?: boolean;
  /** One thing to do about it, after which it goes. */
  action?: { label: string; act: () => void };
};

/** Dismissed ones stay for a while, so that they can leave the screen in their own time. */
export type Toast = Notice & { id: number; isOpen: boolean };

const SHOWN_MS = 5_000;
const REMEMBERED_MS = 1_000_000;
/** Whoever moves a toast further than this to the right wants it to go. */
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

  /** At most one; null is none. */
  readonly current = (): Toast | null => this.#toast;

  /** The one before it makes room at once. */
  show(notice: Notice): number {
    this.#lastId += 1;
    this.#change({ ...notice, id: this.#lastId, isOpen: true });
    this.resume(this.#lastId);
    return this.#lastId;
  }

  /** For as long as somebody points at it or has the focus in it. */
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

  #after(milliseconds: number, act: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(act, milliseconds);
  }
}

export const toasts = new Toasts();

export const useToast = (): Toast | null => useSyncExternalStore(toasts.subscribe, toasts.current, () => null);
