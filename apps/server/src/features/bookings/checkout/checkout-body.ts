import type { startCheckout } from "@nexby/contract/checkout";
import type { z } from "zod";

export type CheckoutBody = z.output<typeof startCheckout.body>;
