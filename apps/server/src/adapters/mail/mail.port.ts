/** One message to one person. `key` is ours: whoever receives the same key twice has received a double. */
export type Mail = { key: string; to: string; subject: string; text: string; html: string };

/** Delivers or throws. Throwing means "not known to be delivered": it will be tried again with the same key. */
export type MailPort = { send(mail: Mail): Promise<void> };
