/** Rules return a value or a single rejection code; they never throw for user input. */
export type Result<T, Code extends string> = { ok: true; value: T } | { ok: false; code: Code };

export const accept = <T>(value: T) => ({ ok: true, value }) as const;

export const refuse = <Code extends string>(code: Code) => ({ ok: false, code }) as const;
