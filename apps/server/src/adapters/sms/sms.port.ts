/** `to` is in international format; `key` is the same for every attempt of one message. */
export type Sms = { key: string; to: string; text: string };

/** Delivers or throws. A throw means delivery is unknown: the caller retries with the same key. */
export type SmsPort = { send(sms: Sms): Promise<void> };
