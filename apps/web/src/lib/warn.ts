/** For whoever has the console open: nothing is broken, but something is not as it should be. */
export function warn(text: string, detail: unknown = ""): void {
  // biome-ignore lint/suspicious/noConsole: the one place that speaks to the console
  console.warn(text, detail);
}
