export type MailboxMessage = {
  id: string;
  channel: string;
  recipient: string;
  subject: string | null;
  body: string;
  /** The same with formatting, if it has any. */
  html: string | null;
  createdAt: Date;
};

/** Reads the messages stored by the embedded mail and SMS adapters. */
export type MailboxPort = {
  list(limit: number): Promise<MailboxMessage[]>;
  find(id: string): Promise<MailboxMessage | null>;
};
