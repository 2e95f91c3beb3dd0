/** What was kept of a form, by whichever version of it. */
export type Content = Readonly<Record<string, unknown>>;

export const text = (kept: unknown, otherwise: string): string => (typeof kept === "string" ? kept : otherwise);

export const flag = (kept: unknown, otherwise: boolean): boolean => (typeof kept === "boolean" ? kept : otherwise);

export const number = (kept: unknown, otherwise: number | null): number | null =>
  kept === null || (typeof kept === "number" && Number.isFinite(kept)) ? kept : otherwise;

export const texts = (kept: unknown, otherwise: string[]): string[] =>
  Array.isArray(kept) ? kept.filter((entry): entry is string => typeof entry === "string") : otherwise;

export const isContent = (kept: unknown): kept is Content =>
  typeof kept === "object" && kept !== null && !Array.isArray(kept);
