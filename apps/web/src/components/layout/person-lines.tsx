import type { CurrentUserView } from "@nexby/contract/accounts";

export function PersonLines({ user }: { user: CurrentUserView }) {
  const name = [user.firstName, user.lastName].filter(Boolean).join(" ");
  return (
    <>
      {name && <p className="truncate font-semibold">{name}</p>}
      <p className="truncate text-muted text-sm">{user.email}</p>
    </>
  );
}
