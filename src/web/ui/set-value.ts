/**
 * Sets a control's value as typing does, by the prototype's setter: React wraps the setter of a control that it
 * renders, and would miss the change.
 */
export function setValue(
  control: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement,
  value: string,
): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value") ?? {};
  set?.call(control, value);
  control.dispatchEvent(new Event("input", { bubbles: true }));
}
