/** A short text to a phone in international form. `key` is ours and the same for every try of one message. */
export type Sms = { key: string; to: string; text: string };

/** Delivers or throws. Throwing means "not known to be delivered": it will be tried again with the same key. */
export type SmsPort = { send(sms: Sms): Promise<void> };
