import { SANDBOX_SECRET_KEY } from "../card-sandbox.ts";

type Delivery = {
  id: string;
  event: string;
  endpoint: string | null;
  state: string;
  attempts: number;
  is_double: boolean;
};

export class Control {
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  async #send<T>(method: string, path: string, form: Record<string, string> = {}): Promise<T> {
    const response = await fetch(`${this.#origin}/sandbox-control/${path}`, {
      method,
      headers: { authorization: `Bearer ${SANDBOX_SECRET_KEY}` },
      ...(method === "POST" && { body: new URLSearchParams(form) }),
    });
    const result = JSON.parse(await response.text());
    if (!response.ok) throw new Error(JSON.stringify(result));
    return result;
  }

  setFault = (fault: Record<string, string>) => this.#send("POST", "faults", fault);
  clearFaults = () => this.#send("DELETE", "faults");
  dispute = (charge: string) => this.#send<{ id: string; amount: number }>("POST", `charges/${charge}/dispute`);
  warn = (charge: string) => this.#send<{ id: string }>("POST", `charges/${charge}/fraud_warning`);
  decide = (dispute: string, verdict: "won" | "lost") => this.#send("POST", `disputes/${dispute}/close`, { verdict });
  failPayout = (payout: string) => this.#send("POST", `payouts/${payout}/fail`);
  failRefund = (refund: string) => this.#send("POST", `refunds/${refund}/fail`);
  onboard = (account: string, outcome: string) => this.#send("POST", `accounts/${account}/onboarding`, { outcome });
  deauthorize = (account: string) => this.#send("POST", `accounts/${account}/deauthorize`);
  resend = (event: string) => this.#send("POST", `events/${event}/resend`);
  clock = () => this.#send<{ now: number; is_adjustable: boolean }>("GET", "clock");
  moveClock = (form: Record<string, string>) => this.#send<{ now: number }>("POST", "clock", form);
  pump = () => this.#send<{ attempted: number }>("POST", "pump");
  invariants = () => this.#send<{ violations: string[] }>("GET", "invariants");
  deliveries = async (query = "limit=100") =>
    (await this.#send<{ data: Delivery[] }>("GET", `deliveries?${query}`)).data;
}
