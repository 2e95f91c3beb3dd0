import * as contract from "@nexby/contract/receipts";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { printReceipt } from "./print-receipt.ts";
import { getReceipt } from "./use-cases/get-receipt.ts";

export function receiptsRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, contract.getReceipt, async ({ db, viewer, params }) => {
    const receipt = await getReceipt(db, viewer, params.paymentId);
    const pdf = await printReceipt(receipt);
    return new File([new Uint8Array(pdf)], `nexby-receipt-${receipt.number}.pdf`);
  });
}
