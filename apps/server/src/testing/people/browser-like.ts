type Headed = { headers: Headers };

export type CookieJar = { headers(): Record<string, string>; take(response: Headed): void };

export function cookieJar(): CookieJar {
  const cookies = new Map<string, string>();
  return {
    headers: (): Record<string, string> => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      return cookie ? { cookie } : {};
    },
    take: ({ headers }) => {
      for (const line of headers.getSetCookie()) {
        const [pair = "", ...attributes] = line.split(";");
        const [name = "", value = ""] = pair.split("=");
        const isExpired = attributes.some((attribute) => /^\s*(max-age=0|expires=Thu, 01 Jan 1970)/i.test(attribute));
        if (isExpired) cookies.delete(name);
        else cookies.set(name, value);
      }
    },
  };
}
