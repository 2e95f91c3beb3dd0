import type { LateFeeRuleView } from "@nexby/contract/money/late-fees";
import * as contract from "@nexby/contract/money/late-fees";
import { cents, decimalFromCents } from "@nexby/domain/kernel/money";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { createLateFeeRule, setRuleActive, updateLateFeeRule } from "./commands/change-late-fee-rule.ts";
import { listRules, type ShownRule } from "./late-fee-rules.queries.ts";
import { previewLateFeeRule } from "./preview-late-fee-rule.ts";

const decimal = (amountCents: number) => decimalFromCents(cents(amountCents));
const optional = (amountCents: number | null) => (amountCents === null ? null : decimal(amountCents));

const presentRule = ({ rule, category }: ShownRule): LateFeeRuleView => ({
  id: rule.id,
  name: rule.name,
  category,
  itemValueMin: optional(rule.itemValueMinCents),
  itemValueMax: optional(rule.itemValueMaxCents),
  gracePeriodHours: rule.gracePeriodHours,
  feeType: rule.feeType,
  feeAmount: rule.feePercent ?? decimal(rule.feeCents ?? 0),
  maxFeeAmount: optional(rule.maxFeeCents),
  dailyEscalationRate: rule.dailyEscalationRate,
  escalationCapDays: rule.escalationCapDays,
  priority: rule.priority,
  isActive: rule.isActive,
  createdAt: rule.createdAt.toISOString(),
});

export function lateFeeRulesRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, contract.listLateFeeRules, async ({ db }) => (await listRules(db)).map(presentRule));

  mount(app, deps, contract.createLateFeeRule, async ({ db, viewer, body }) =>
    presentRule(await createLateFeeRule(db, viewer, body)),
  );

  mount(app, deps, contract.updateLateFeeRule, async ({ db, viewer, params, body }) =>
    presentRule(await updateLateFeeRule(db, viewer, { ...params, fields: body })),
  );

  mount(app, deps, contract.deactivateLateFeeRule, async ({ db, viewer, params }) =>
    presentRule(await setRuleActive(db, viewer, { ...params, isActive: false })),
  );

  mount(app, deps, contract.activateLateFeeRule, async ({ db, viewer, params }) =>
    presentRule(await setRuleActive(db, viewer, { ...params, isActive: true })),
  );

  mount(app, deps, contract.previewLateFeeRule, ({ db, body }) => previewLateFeeRule(db, body.rule, body.replacedId));
}
