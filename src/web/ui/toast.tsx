/** What has just happened; announced by screen readers when the page opens. */
export function ToastMessage({ title, detail }: { title: string; detail: string }) {
  return (
    <div className="toast" role="status">
      <strong>{title}</strong>
      <span>{detail}</span>
    </div>
  );
}
