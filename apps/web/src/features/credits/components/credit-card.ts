export const CREDIT_CARD = "rounded-card border border-line bg-surface p-5";
