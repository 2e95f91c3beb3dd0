export const fieldId = (formId: string, name: string): string => `${formId}-${name}`;

export const hintId = (id: string): string => `${id}-hint`;
export const errorId = (id: string): string => `${id}-error`;
