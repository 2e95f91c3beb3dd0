/** The message is shown to the user who entered the URL. */
export class FetchProblem extends Error {}

/** Fetches a URL entered by a user. Never throws anything but a FetchProblem. */
export type FetchPort = { readText(address: string, options: { accept: string; maxBytes: number }): Promise<string> };
