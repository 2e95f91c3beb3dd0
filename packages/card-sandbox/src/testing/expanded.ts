/** Narrows a reference that was expanded; the SDK's types also allow the id alone. */
export function expanded<T extends { id: string }>(reference: string | T | null | undefined): T {
  if (reference === null || reference === undefined || typeof reference === "string") {
    throw new Error(`Not expanded: ${String(reference)}`);
  }
  return reference;
}

/** Narrows a reference that was not expanded. */
export function idOnly(reference: string | { id: string } | null | undefined): string {
  if (typeof reference === "string") return reference;
  throw new Error("Expected an id");
}
