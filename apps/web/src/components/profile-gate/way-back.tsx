import { missingProfileInformation } from "@nexby/domain/accounts/profile-completeness";
import { useState } from "react";
import { Link } from "wouter";
import { useSession } from "../../lib/session.ts";
import { forgetWayBack, wayBack } from "../../lib/way-back.ts";
import { BUTTON_STYLE } from "../ui/button-style.ts";
import { Notice } from "../ui/notice.tsx";

/** On the profile, for who was sent here from something they wanted to rent: back to it, once nothing is missing. */
export function WayBack() {
  const [path] = useState(wayBack);
  const { user } = useSession();
  if (!path || !user || missingProfileInformation(user, "renting").length > 0) return null;
  return (
    <Notice look="success" role="status" className="mt-6">
      <p>Your profile has what renting needs.</p>
      <Link href={path} onClick={forgetWayBack} className={`${BUTTON_STYLE.primary} mt-3 mb-1`}>
        Go on with your booking
      </Link>
    </Notice>
  );
}
