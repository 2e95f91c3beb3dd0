import { createHmac, randomBytes } from "node:crypto";
import { open, readFile, rename, rm } from "node:fs/promises";

/** Each role's password follows from the one secret, so that knowing the application's does not give the superuser's. */
export const passwordOf = (role: string, secret: string): string =>
  createHmac("sha256", secret).update(role).digest("hex");

export async function findSecret(path: string): Promise<string | null> {
  try {
    return (await readFile(path, "utf8")).trim() || null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

export async function createSecret(path: string): Promise<string> {
  const secret = randomBytes(32).toString("hex");
  const draft = `${path}.draft`;
  await rm(draft, { force: true });
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(`${secret}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  return secret;
}
