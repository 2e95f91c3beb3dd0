/** A message to one recipient. `key` identifies the message: two deliveries with the same key are duplicates. */
export type Mail = {
  key: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Mail programs show a button that posts to this address (RFC 8058). */
  unsubscribeUrl?: string;
};

/** Delivers or throws. A throw means delivery is unknown: the caller retries with the same key. */
export type MailPort = { send(mail: Mail): Promise<void> };
