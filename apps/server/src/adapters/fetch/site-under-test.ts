import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";

/** Self-signed for calendar.example and other.example; only tests that pass it as a CA trust it. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQglmP89GyIw6/8ztBe
PMDZeS7C5qiNSdPrxqIiSOa+pK6hRANCAAQdFEJJEUp5CtQJT3G05IIFfTWtan1r
FPC5aRfuxdEtChmsPfYo2mqOojwpXujGI0+056UL2M/FE3Dpbs55ZR6o
-----END PRIVATE KEY-----
`;
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBwzCCAWigAwIBAgIUXPPpFi8rRJGSr4xYUi/9q5hfN5UwCgYIKoZIzj0EAwIw
FjEUMBIGA1UEAwwLTmV4YnkgdGVzdHMwIBcNMjYxMTE1MDk1ODIyWhgPMjEyNjEw
MjIwOTU4MjJaMBYxFDASBgNVBAMMC05leGJ5IHRlc3RzMFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAEHRRCSRFKeQrUCU9xtOSCBX01rWp9axTwuWkX7sXRLQoZrD32
KNpqjqI8KV7oxiNPtOelC9jPxRNw6W7OeWUeqKOBkTCBjjAdBgNVHQ4EFgQUQr/N
XJmj0A2JWac5yklPOzYxFckwHwYDVR0jBBgwFoAUQr/NXJmj0A2JWac5yklPOzYx
FckwDwYDVR0TAQH/BAUwAwEB/zA7BgNVHREENDAyghBjYWxlbmRhci5leGFtcGxl
gg1vdGhlci5leGFtcGxlgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZIzj0EAwIDSQAw
RgIhAI/RXttFZ+ij/pfy5euNWzzGMVNELXunI+d14otP/hKUAiEA8y61SW/ZO1CT
OPn1fa6ddBOvXtbTZV7oVHLx/TKPvbI=
-----END CERTIFICATE-----
`;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A local HTTPS server whose handler can be replaced at any time. */
export async function startSite(handler: Handler) {
  let current = handler;
  const server = createServer({ key: KEY, cert: CERTIFICATE }, (request, response) => current(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    answerWith: (next: Handler) => {
      current = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
