/** What is around a button that acts, for when it is gone or no longer wanted. */
export type ActSurroundings = {
  /** It can no longer be done, and why. */
  onTooLate: (reason: string) => void;
  /** Takes the focus when the button is gone with what it did. */
  onGone: () => void;
};
