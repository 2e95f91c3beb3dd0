type Names = { renter: string };

const REASON = { name: "reason", label: "Reason", hint: "Renter and owner will see this." } as const;

/** An admin's decisions about a deposit whose hold ended at the bank. */
export const LAPSED_DEPOSIT_COPY = {
  retry_deposit: (_: unknown, { renter }: Names) => ({
    label: "Try the deposit again",
    title: "Try to hold the deposit again?",
    text: `We’ll ask ${renter}’s saved card for a new hold.`,
    confirm: "Try again",
    busy: "Trying...",
    done: "We asked the card for a new hold",
    field: REASON,
  }),
  give_up_deposit: (_: unknown, { renter }: Names) => ({
    label: "Give up the deposit",
    title: "Give up the deposit?",
    text: `We’ll charge what is owed to ${renter}’s card only. What it doesn’t pay is written off. You can’t undo this.`,
    confirm: "Give up deposit",
    busy: "Saving...",
    done: "Deposit given up",
    look: "danger" as const,
    field: REASON,
  }),
};
