import { Form, useNavigation } from "react-router";
import { TextField } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";
import { AuthenticatorSecret } from "./authenticator-secret.tsx";

const useSending = (): boolean => useNavigation().state === "submitting";

/** The form while two-step login is off. */
export function Off() {
  const { secondFactor: words } = useMessages();
  const sending = useSending();
  return (
    <>
      <p>{words.intro}</p>
      <p>{words.needed}</p>
      <Form method="post">
        <button name="act" value="begin" disabled={sending}>
          {words.begin}
        </button>
      </Form>
    </>
  );
}

interface PendingProps {
  secret: string;
  qr: { size: number; path: string };
  /** The problem with the entered code. */
  problem: string | undefined;
}

/** The form that is shown after the secret is created and before the person enters the first code. */
export function Pending({ secret, qr, problem }: PendingProps) {
  const { secondFactor: words, labels } = useMessages();
  const sending = useSending();
  return (
    <>
      <h2>{words.scan}</h2>
      <AuthenticatorSecret secret={secret} qr={qr} />
      <h2>{words.enter}</h2>
      <Form method="post" noValidate>
        <TextField
          name="code"
          label={labels["code"] ?? ""}
          hint={words.codeHint}
          problem={problem}
          autoComplete="one-time-code"
          inputMode="numeric"
        />
        <button name="act" value="enrol" disabled={sending}>
          {words.confirm}
        </button>
      </Form>
      <Form method="post">
        <button className="plain" name="act" value="begin" disabled={sending}>
          {words.anew}
        </button>
      </Form>
    </>
  );
}

/** The form while two-step login is on. */
export function Enrolled({ codesLeft, isRequired }: { codesLeft: number; isRequired: boolean }) {
  const { on } = useMessages().secondFactor;
  const sending = useSending();
  return (
    <>
      <p>
        <strong>{on.title}.</strong> {on.left(codesLeft)}
      </p>
      <Form method="post">
        <p>{on.renewHint}</p>
        <button name="act" value="codes" disabled={sending}>
          {on.renew}
        </button>
      </Form>
      <hr />
      <Form method="post">
        <p>
          {on.turnOffHint} {isRequired && on.adminsNeed}
        </p>
        <button className="danger quiet" name="act" value="off" disabled={sending}>
          {on.turnOff}
        </button>
      </Form>
    </>
  );
}
