export type MailboxMessage = {
  id: string;
  channel: string;
  recipient: string;
  subject: string | null;
  body: string;
  createdAt: Date;
};

/** Reads what the embedded mail and SMS parts have kept. */
export type MailboxPort = {
  list(limit: number): Promise<MailboxMessage[]>;
  find(id: string): Promise<MailboxMessage | null>;
};
