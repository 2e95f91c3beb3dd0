import { isOwnPath } from "@nexby/domain/kernel/own-path";

/** A path of this site, or null: what an address brings along may name any other. */
export const ownPath = (path: string | null | undefined): string | null => (path && isOwnPath(path) ? path : null);
