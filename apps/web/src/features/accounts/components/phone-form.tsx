import * as profileContract from "@nexby/contract/accounts/profile";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Form, SubmitButton } from "../../../components/forms/form.tsx";
import { TextField } from "../../../components/forms/text-fields.tsx";
import { Button, TEXT_LINK_STYLE } from "../../../components/ui/button.tsx";
import { newKey, useIntent } from "../../../lib/browser/intents.ts";
import { refreshCurrentUser } from "../../../lib/session.ts";
import { listVerifications, sendVerificationCode, updateProfile } from "../api.ts";
import { APPROVAL_KEY } from "./contact-codes.tsx";

const schema = profileContract.updateProfile.body.pick({ phoneNumber: true });

/** Asks for a missing number and sends its code, or lets the user change it. */
export function PhoneForm({ phoneNumber }: { phoneNumber: string | null }) {
  const client = useQueryClient();
  const save = useIntent(updateProfile);
  const [isOpen, setIsOpen] = useState(false);

  if (phoneNumber && !isOpen) {
    return (
      <button type="button" className={`${TEXT_LINK_STYLE} mt-2 -mb-2`} onClick={() => setIsOpen(true)}>
        Change number
      </button>
    );
  }
  return (
    <Form
      schema={schema}
      defaultValues={{ phoneNumber: phoneNumber ?? "" }}
      label="Change phone number"
      className="mt-5 grid grid-cols-1 gap-4"
      onSubmit={async (values) => {
        await save(values);
        if (phoneNumber === null) await sendVerificationCode(newKey(), { channel: "phone" }).catch(() => undefined);
        await Promise.all([
          client.invalidateQueries({ queryKey: listVerifications().queryKey }),
          client.invalidateQueries({ queryKey: ["/api/profile"] }),
          client.invalidateQueries({ queryKey: APPROVAL_KEY }),
          refreshCurrentUser(client),
        ]);
        setIsOpen(false);
      }}
    >
      <TextField
        name="phoneNumber"
        label="Phone number"
        type="tel"
        autoComplete="tel"
        hint="Include the country code, such as +1 201 555 0123. You’ll need to verify a new number."
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton look="outline" busyText="Saving...">
          {phoneNumber ? "Save number" : "Save and send code"}
        </SubmitButton>
        {phoneNumber && (
          <Button look="outline" onClick={() => setIsOpen(false)}>
            Cancel
          </Button>
        )}
      </div>
    </Form>
  );
}
