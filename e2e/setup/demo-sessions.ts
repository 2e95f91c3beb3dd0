import { DEMO_PASSWORD, DEMO_PEOPLE, type DemoPersonKey } from "../../apps/server/src/demo/people.ts";

type SessionCookie = { name: string; value: string };
export type DemoSessions = Partial<Record<DemoPersonKey, SessionCookie>>;

/** An admin, an approved user, a user waiting for approval and a user with listings. */
const NEEDED: readonly DemoPersonKey[] = ["ada", "omar", "tess", "sam"];

/** All tests share these sessions: an account allows only so many sign-ins in 15 minutes. */
export async function openDemoSessions(address: string): Promise<DemoSessions> {
  const sessions = await Promise.all(NEEDED.map(async (key) => [key, await signIn(address, key)] as const));
  return Object.fromEntries(sessions);
}

async function signIn(address: string, key: DemoPersonKey): Promise<SessionCookie> {
  const email = DEMO_PEOPLE.find((person) => person.key === key)?.email;
  const response = await fetch(`${address}/api/auth/email-signin`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  });
  const [, name, value] = response.headers.get("set-cookie")?.match(/^([^=]+)=([^;]+)/) ?? [];
  if (!name || !value) throw new Error(`${email} cannot sign in: ${response.status}`);
  return { name, value };
}
