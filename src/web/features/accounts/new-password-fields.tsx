import { TextField, type textFields } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";

/** A new password, typed twice. @param field of the form that they are in */
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
