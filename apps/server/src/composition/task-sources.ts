import { ACCOUNT_TASKS } from "../features/accounts/account-tasks.ts";
import { BOOKING_TASKS } from "../features/bookings/booking-tasks.ts";
import { FRAUD_TASKS } from "../features/fraud/fraud-tasks.ts";
import { CONVERSATION_TASKS } from "../features/messaging/conversation-tasks.ts";
import { PAYMENT_TASKS } from "../features/payments/payment-tasks.ts";
import { REVIEW_TASKS } from "../features/reviews/review-tasks.ts";
import { HELP_TASKS } from "../features/support/help-tasks.ts";
import type { TaskSources } from "../features/tasks/admin-tasks.queries.ts";

/** Every kind of task with its source. A kind of the contract that is missing here doesn't compile. */
export const TASK_SOURCES: TaskSources = {
  ...FRAUD_TASKS,
  ...ACCOUNT_TASKS,
  ...BOOKING_TASKS,
  ...PAYMENT_TASKS,
  ...REVIEW_TASKS,
  ...CONVERSATION_TASKS,
  ...HELP_TASKS,
};
