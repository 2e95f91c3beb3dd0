import type { ProfileView } from "@nexby/contract/accounts/profile";
import { useState } from "react";
import key from "../../../../../../assets/web/key.webp";
import moneyBag from "../../../../../../assets/web/money-bag.webp";
import { Notice } from "../../../components/ui/notice.tsx";
import { problemsOf } from "../../../lib/form-errors.ts";

export type PrimaryUse = NonNullable<ProfileView["primaryUse"]>;

const USES: readonly { use: PrimaryUse; title: string; text: string; picture: string }[] = [
  {
    use: "renter",
    title: "I want to rent",
    text: "Find tents, tools and more close to home, for as long as you need them.",
    picture: key,
  },
  {
    use: "owner",
    title: "I want to list",
    text: "Earn money from things you rarely use. You set the price, deposit and dates.",
    picture: moneyBag,
  },
];

type Props = { chosen: PrimaryUse | null; onChoose: (use: PrimaryUse) => Promise<void> };

/** Every account can rent and list; the choice only decides what comes first. */
export function UseChoice({ chosen, onChoose }: Props) {
  const [busy, setBusy] = useState<PrimaryUse | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const choose = async (use: PrimaryUse) => {
    if (busy) return;
    setBusy(use);
    setProblem(null);
    try {
      await onChoose(use);
    } catch (error) {
      setProblem(problemsOf(error, []).message);
    } finally {
      setBusy(null);
    }
  };

  return (
    <div className="grid gap-5">
      {problem && (
        <Notice look="problem" role="alert">
          {problem}
        </Notice>
      )}
      <ul className="grid gap-4 sm:grid-cols-2">
        {USES.map(({ use, title, text, picture }) => (
          <li key={use}>
            <button
              type="button"
              aria-pressed={chosen === use}
              aria-busy={busy === use || undefined}
              onClick={() => void choose(use)}
              className="flex h-full w-full items-center gap-5 rounded-card border border-line-strong bg-surface p-5 text-left transition-colors duration-120 hover:bg-subtle aria-busy:opacity-60 aria-pressed:border-primary aria-pressed:bg-primary-soft sm:flex-col sm:items-start sm:p-6"
            >
              <img src={picture} alt="" width={72} height={72} className="shrink-0" />
              <span>
                <span className="block display-type text-xl">{title}</span>
                <span className="mt-1 block text-pretty text-muted">{text}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
