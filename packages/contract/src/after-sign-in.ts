/** Where people go who came to sign in and for nothing else. */
export const AFTER_SIGN_IN = "/browse";
