import { useMessages } from "../../ui/messages.ts";

/**
 * The secret for an authenticator app, as a QR code and as text.
 * @param qr the lines of the code, from the server's `qrCode`
 */
export function AuthenticatorSecret({ secret, qr }: { secret: string; qr: { size: number; path: string } }) {
  const { secondFactor: words } = useMessages();
  return (
    <>
      <svg
        className="account-qr"
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label={words.qr}
      >
        <rect className="light" width={qr.size} height={qr.size} />
        <path className="dark" d={qr.path} />
      </svg>
      <p>{words.orType}</p>
      <p>
        <code className="account-secret">{secret.replace(/.{4}(?=.)/g, "$& ")}</code>
      </p>
    </>
  );
}
