import { TextField, type textFields } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";

/**
 * Two fields for a new password.
 * @param field returns the props of a field of the form
 */
export function NewPasswordFields({ field }: { field: ReturnType<typeof textFields> }) {
  const { register } = useMessages();
  return (
    <>
      <TextField
        {...field("password")}
        hint={register.passwordHint}
        type="password"
        autoComplete="new-password"
      />
      <TextField {...field("passwordAgain")} type="password" autoComplete="new-password" />
    </>
  );
}
