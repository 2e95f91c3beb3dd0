import type { ActView } from "@nexby/contract/acts";
import { pagesAt } from "../../lib/read.ts";

/** What was done with something, as the address of its history tells it. */
export const actPages = (path: `/api/admin/${string}/history`) => pagesAt<ActView[]>(path);
