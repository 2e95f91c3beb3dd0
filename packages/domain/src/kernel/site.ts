const LONGEST = 2000;
const CONTROL = /\p{Cc}/u;
/** Two slashes name another site, and browsers take a backslash for a slash. */
const LEADS_AWAY = /\/\/|\\/;

const staysHere = (text: string): boolean => {
  const [path = ""] = text.split(/[?#]/, 1);
  return path.startsWith("/") && !LEADS_AWAY.test(path) && !CONTROL.test(text);
};

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Whether an address that somebody else named stays on our site, now and if it is decoded once more on its way. */
export function isOwnPath(text: string): boolean {
  const plain = text.length <= LONGEST ? decoded(text) : null;
  return plain !== null && staysHere(text) && staysHere(plain);
}

export const PRODUCT_NAME = "Nexby";
