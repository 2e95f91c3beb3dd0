/** A rule answers with a value or with the one code that says why not; it never throws for what a user did. */
export type Result<T, Code extends string> = { ok: true; value: T } | { ok: false; code: Code };

export const accept = <T>(value: T) => ({ ok: true, value }) as const;

export const refuse = <Code extends string>(code: Code) => ({ ok: false, code }) as const;
