/** Why an address could not be read, in words for the person who gave it. */
export class FetchProblem extends Error {}

/** Reads what is at an address somebody gave us. Never throws anything but a FetchProblem. */
export type FetchPort = { readText(address: string, options: { accept: string; maxBytes: number }): Promise<string> };
