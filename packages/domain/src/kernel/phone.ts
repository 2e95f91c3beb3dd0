const US_NUMBER = /^\+1(\d{3})(\d{3})(\d{4})$/;

/** "(201) 555-0123" for US numbers; others stay as stored. */
export const displayPhone = (number: string): string => number.replace(US_NUMBER, "($1) $2-$3");
