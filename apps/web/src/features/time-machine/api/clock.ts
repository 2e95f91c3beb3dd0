import type { getClockJobs, moveClock as move } from "@nexby/contract/clock";
import { read } from "../../../lib/read.ts";
import { write } from "../../../lib/write.ts";

export const clockJobs = () => read<typeof getClockJobs>("/api/admin/clock/jobs");
export const moveClock = write<typeof move>("POST", "/api/admin/clock");
