import { createHmac } from "node:crypto";

/** The header by which a receiver knows who wrote the body, and when. Real time: receivers compare it with theirs. */
export function signatureHeader(body: string, secret: string, seconds = Math.floor(Date.now() / 1000)): string {
  const signature = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${signature}`;
}
