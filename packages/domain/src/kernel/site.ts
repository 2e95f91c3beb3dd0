const MAX_LENGTH = 2000;
const CONTROL = /\p{Cc}/u;
/** A double slash names another site, and browsers treat a backslash as a slash. */
const EXTERNAL = /\/\/|\\/;

const isLocalPath = (text: string): boolean => {
  const [path = ""] = text.split(/[?#]/, 1);
  return path.startsWith("/") && !EXTERNAL.test(path) && !CONTROL.test(text);
};

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** True if an untrusted URL stays on our site, even if it is decoded once more on the way. */
export function isOwnPath(text: string): boolean {
  const plain = text.length <= MAX_LENGTH ? decoded(text) : null;
  return plain !== null && isLocalPath(text) && isLocalPath(plain);
}

export const PRODUCT_NAME = "Nexby";
