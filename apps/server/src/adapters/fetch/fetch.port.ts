/** The message is shown to the user who entered the URL. */
export class FetchProblem extends Error {}

/** Posts to a URL that a browser gave us, without following redirects. Returns the status. */
export type PostPort = {
  /** False for an address that `post` would refuse: not https, another port, or a private network. */
  mayPost(address: string): Promise<boolean>;
  post(address: string, request: { headers: Record<string, string>; body: Buffer }): Promise<number>;
};

/** Fetches a URL entered by a user. Never throws anything but a FetchProblem. */
export type FetchPort = { readText(address: string, options: { accept: string; maxBytes: number }): Promise<string> };
