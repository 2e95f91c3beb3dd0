/** The code of a page did not arrive. Browsers remember that, so only loading the page anew can help. */
export class CodeNotLoadedError extends Error {
  constructor(cause: unknown) {
    super("The code of this page could not be loaded", { cause });
    this.name = "CodeNotLoadedError";
  }
}
