import type { getClock } from "@nexby/contract/clock";
import { read } from "./read.ts";

/** For administrators: the product's time, and whether it can be moved. */
export const productClock = () => read<typeof getClock>("/api/admin/clock");
