import { sessionMemory } from "../browser/storage.ts";
import { warn } from "../errors/log-session.ts";
import { newKey } from "../format.ts";
import { storedToken } from "../stored-session.ts";
import { browserClient } from "./client.ts";
import { ApiError, NO_RESPONSE } from "./errors.ts";
import { readResponse } from "./read-response.ts";
import { requestInit } from "./request.ts";
import { NOT_REACHED } from "./send-request.ts";

/** Posts the body and saves the file that the server answers with. A link could send neither the body nor the token. */
export async function downloadFile(path: string, body: object, name: string): Promise<void> {
  const blob = await browserClient.withSession(path, async () => {
    const response = await post(path, body);
    if (!response.ok) await readResponse(response, warn);
    return response.blob();
  });
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

async function post(path: string, body: object): Promise<Response> {
  const headers = { "Idempotency-Key": newKey() };
  const init = requestInit({ method: "POST", body: JSON.stringify(body), token: storedToken(sessionMemory), headers });
  try {
    return await fetch(path, init);
  } catch (error) {
    throw new ApiError({ status: NO_RESPONSE, message: NOT_REACHED, cause: error });
  }
}
