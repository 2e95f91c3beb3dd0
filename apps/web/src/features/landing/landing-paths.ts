import { authPath } from "../../lib/auth-path.ts";

/** Where the landing page leads: visitors sign in first and then come where they wanted to go. */
export type LandingPaths = {
  browse: string;
  search: (text: string) => string;
  category: (value: string) => string;
};

export function landingPaths(isSignedIn: boolean): LandingPaths {
  const orSignIn = (path: string) => (isSignedIn ? path : authPath("choice", path));
  return {
    // Without a wish of its own: browsing is where signing in leads to anyway.
    browse: isSignedIn ? "/browse" : authPath("choice", null),
    search: (text) => orSignIn(`/browse?search=${encodeURIComponent(text)}`),
    category: (value) => orSignIn(`/browse?category=${value}`),
  };
}
