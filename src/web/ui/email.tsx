/** An e-mail address that, where it needs two lines, breaks before its host. */
export function Email({ address }: { address: string }) {
  const at = address.lastIndexOf("@");
  if (at < 0) return address;
  return (
    <span className="email">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  );
}
