/**
 * Sets the value of a control as if the person typed it. It uses the setter of the prototype, because React
 * replaces the setter of a rendered control and would miss the change.
 */
export function setValue(
  control: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement,
  value: string,
): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value") ?? {};
  set?.call(control, value);
  control.dispatchEvent(new Event("input", { bubbles: true }));
}
