import type { FastifyRequest } from "fastify";

const GROUPS = 8;
/** A home or an office gets at least a /64 and can use any address in it. */
const GROUPS_OF_NETWORK = 4;

/** What limits per network address count: an IPv4 address, or the /64 network of an IPv6 address. */
export function networkOf({ ip }: Pick<FastifyRequest, "ip">): string {
  if (!ip.includes(":") || ip.includes(".")) return ip;
  const [before = [], after = []] = ip.split("::").map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = Array.from({ length: Math.max(0, GROUPS - before.length - after.length) }, () => "0");
  const groups = ip.includes("::") ? [...before, ...zeros, ...after] : before;
  return groups.slice(0, GROUPS_OF_NETWORK).join(":");
}
