import { Signal } from "./browser/signals.ts";

/** Closes the dialog that asks to sign in again; null while it is closed. */
export const signInPrompt = new Signal<((isSignedIn: boolean) => void) | null>(null);
