import type { CurrentUserView } from "@nexby/contract/accounts";
import { AccountLinks } from "./account-links.tsx";
import { AppearanceChoice } from "./appearance-choice.tsx";
import { PersonLines } from "./person-lines.tsx";

export function AccountPanel({ user, onChoose }: { user: CurrentUserView; onChoose: () => void }) {
  return (
    <>
      <div className="px-3 pt-1 pb-2">
        <PersonLines user={user} />
      </div>
      <div className="border-line border-t py-2">
        <AccountLinks user={user} onChoose={onChoose} />
      </div>
      <div className="border-line border-t pt-2">
        <AppearanceChoice />
      </div>
    </>
  );
}
