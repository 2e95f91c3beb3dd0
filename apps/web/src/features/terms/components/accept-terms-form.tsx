import { acceptTerms, type ProfileView } from "@nexby/contract/profile";
import { useQuery } from "@tanstack/react-query";
import { CheckboxField } from "../../../components/forms/checkbox-field.tsx";
import { Form } from "../../../components/forms/form.tsx";
import { SubmitButton } from "../../../components/forms/submit-button.tsx";
import { ApiError } from "../../../lib/client/errors.ts";
import { useIntent } from "../../../lib/intents.ts";
import { accept, activeTerms } from "../api/terms.ts";
import { ActiveTerms } from "./active-terms.tsx";

const schema = acceptTerms.body.pick({ termsAccepted: true });

/** For people who came without the sign-up form. What they accept is the version they are shown. */
export function AcceptTermsForm({ onAccepted }: { onAccepted: (profile: ProfileView) => void }) {
  const { data: terms, refetch } = useQuery(activeTerms());
  const submit = useIntent(accept);

  return (
    <Form
      schema={schema}
      label="Terms and Conditions"
      className="grid grid-cols-1 gap-3"
      onSubmit={async ({ termsAccepted }) => {
        try {
          onAccepted(await submit({ termsAccepted, version: terms?.version ?? 0 }));
        } catch (error) {
          if (error instanceof ApiError && error.code === "terms_changed") await refetch();
          throw error;
        }
      }}
    >
      <ActiveTerms />
      <CheckboxField name="termsAccepted" label="I agree to the Terms and Conditions" />
      <SubmitButton busyText="Saving..." className="w-full sm:w-max">
        Accept terms
      </SubmitButton>
    </Form>
  );
}
